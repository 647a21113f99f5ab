/** States of keys in an existing CQL table. */
@NullMarked
package io.messina.enrich.cql;

import org.jspecify.annotations.NullMarked;
