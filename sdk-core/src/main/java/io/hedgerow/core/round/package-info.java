/** The federation loop: tasks, updates, consensus, sites and the coordinator. */
@NullMarked
package io.hedgerow.core.round;

import org.jspecify.annotations.NullMarked;
