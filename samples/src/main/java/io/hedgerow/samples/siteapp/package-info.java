/** A small service with a database of its own that takes part in studies: how to embed a site. See docs/guides/site-engineer.md. */
@NullMarked
package io.hedgerow.samples.siteapp;

import org.jspecify.annotations.NullMarked;
