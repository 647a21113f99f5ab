/** Routes and metrics of definitions that have a name: one form for all kinds. */
@NullMarked
package io.messina.server.definition;

import org.jspecify.annotations.NullMarked;
