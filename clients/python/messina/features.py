"""Features: lists of timed items, and scalar values, of entities.

    import messina

    client = messina.Client("http://127.0.0.1:8420")
    client.create_feature("user", "recent_pages", feature_type="list", value_type="text", ttl="36500d")
    pages = client.list("user", "recent_pages")
    pages.add("ada", [("Loom", "2015-09-12T00:46:58.771Z"), ("Engine", datetime.now(timezone.utc))])
    print(pages.get("ada", limit=5).values)

A value has the type of its feature: a str, an int, a float, a bool, bytes, a list of numbers, or anything that JSON can say.
Arrays and numbers of NumPy are taken too. Nothing is converted: a number is not taken for a text, nor are bytes. The server
sorts the members of JSON objects and writes 1.0 as 1, so a float may come back as an int.

The time of an item is a ``datetime``, to the microsecond, and a text to the nanosecond, `Item.time_text`. An item that was read
may be added elsewhere as it is, and keeps its nanoseconds.

To tell texts from bytes the client asks the server for the type of a feature's values, once in VALUE_TYPE_SECONDS.

Retries: see `messina`. An item that is added again is there once, unless others removed it meanwhile: then it is there again.
The same holds for features and versions that are created again: one that others deleted meanwhile is there again, empty.
"""

from ._features import ENTITIES_MAX, VALUE_TYPE_SECONDS, Feature
from ._lists import ADD_BYTES_MAX, ADD_ITEMS_MAX, Added, Item, ItemPage, ListAnswer, ListFeature, NewItem, NewLine
from ._scalars import ValueAnswer, Values

__all__ = [
    "ADD_BYTES_MAX",
    "ADD_ITEMS_MAX",
    "ENTITIES_MAX",
    "VALUE_TYPE_SECONDS",
    "Added",
    "Feature",
    "Item",
    "ItemPage",
    "ListAnswer",
    "ListFeature",
    "NewItem",
    "NewLine",
    "ValueAnswer",
    "Values",
]
