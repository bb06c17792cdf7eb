/** What leaves a site, on record: every message before it is sent, and every event that concerns security. */
@NullMarked
package io.hedgerow.transport.egress;

import org.jspecify.annotations.NullMarked;
