/**
 * Files that commands read: NDJSON and CSV, packed or not. Any error in a file is reported by a
 * sentence that names the line.
 */
@NullMarked
package io.messina.cli.file;

import org.jspecify.annotations.NullMarked;
