/** States of keys in a CQL table that is there already. */
@NullMarked
package io.messina.enrich.cql;

import org.jspecify.annotations.NullMarked;
