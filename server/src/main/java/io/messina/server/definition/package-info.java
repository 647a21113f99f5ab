/** Whatever is created, shown and deleted under a name, and how jobs go: one form for all kinds. */
@NullMarked
package io.messina.server.definition;

import org.jspecify.annotations.NullMarked;
