"""What sketches and bitmaps of aggregates say, wherever their bytes are: read, merged and counted without the server.

    from messina.sketches import Bitmap, Sketch

    day = Sketch.from_bytes(morning)
    day.merge(Sketch.from_bytes(evening))
    print(round(day.estimate()))

    print(len(Bitmap.from_bytes(morning) | Bitmap.from_bytes(evening)))
"""

from ._bitmap import Bitmap
from ._sketch import PRECISION_MAX, PRECISION_MIN, Sketch

__all__ = ["PRECISION_MAX", "PRECISION_MIN", "Bitmap", "Sketch"]
