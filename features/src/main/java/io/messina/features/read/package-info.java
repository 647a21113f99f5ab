/** What reads of lists and of scalars have in common. */
@NullMarked
package io.messina.features.read;

import org.jspecify.annotations.NullMarked;
