/**
 * Secure aggregation: masks uploads so that the coordinator learns their sum and nothing else.
 *
 * <p>Empty in this version: uploads are sent in the clear, and the class that does so has {@code Insecure} in its name.
 */
@NullMarked
package io.hedgerow.secureagg;

import org.jspecify.annotations.NullMarked;
