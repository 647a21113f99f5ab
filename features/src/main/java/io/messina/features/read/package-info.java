/** What lists and scalars have in common where they are read. */
@NullMarked
package io.messina.features.read;

import org.jspecify.annotations.NullMarked;
