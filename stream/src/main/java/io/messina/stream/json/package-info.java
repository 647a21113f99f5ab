/** Events in JSON, as the API and sinks write them, and the JSON that payloads may be. */
@NullMarked
package io.messina.stream.json;

import org.jspecify.annotations.NullMarked;
