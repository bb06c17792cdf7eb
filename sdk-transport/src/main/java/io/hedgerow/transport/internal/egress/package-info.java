/** What a site does before a message leaves: ask, write down, send. */
@NullMarked
package io.hedgerow.transport.internal.egress;

import org.jspecify.annotations.NullMarked;
