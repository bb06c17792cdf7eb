/** What sites and coordinator agree on before data is opened, what a site insists on, and what it lets out. */
@NullMarked
package io.hedgerow.transport.study;

import org.jspecify.annotations.NullMarked;
