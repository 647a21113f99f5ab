/** The feature store of a process: the one place where its parts are put together. */
@NullMarked
package io.messina.features.node;

import org.jspecify.annotations.NullMarked;
