package io.messina.stream.lane;

import io.messina.api.Position;

/** An event as somebody was shown it. */
record Seen(Position position, String payload, long appendMicros) {}
