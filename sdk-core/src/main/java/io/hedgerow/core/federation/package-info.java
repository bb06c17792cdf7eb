/**
 * The federation loop: the site's session, the coordinator's rounds and consensus, and what can be plugged in between
 * them.
 */
@NullMarked
package io.hedgerow.core.federation;

import org.jspecify.annotations.NullMarked;
