/**
 * Files that commands read: NDJSON and CSV, packed or not. Whatever is wrong with one is told in a
 * sentence that names the line.
 */
@NullMarked
package io.messina.cli.file;

import org.jspecify.annotations.NullMarked;
