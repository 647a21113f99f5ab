/**
 * Lists and values of entities, and the feeds that fill them. Begin with {@link
 * io.messina.client.features.FeaturesClient}.
 */
@NullMarked
package io.messina.client.features;

import org.jspecify.annotations.NullMarked;
