/** Makes connectors of their options. Secrets come from the environment or from files. */
@NullMarked
package io.messina.connectors.configured;

import org.jspecify.annotations.NullMarked;
