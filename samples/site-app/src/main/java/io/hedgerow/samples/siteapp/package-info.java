// SPDX-License-Identifier: Apache-2.0
/** A small service with a database that takes part in studies: how to embed one. See docs/guides/site-engineer.md. */
@NullMarked
package io.hedgerow.samples.siteapp;

import org.jspecify.annotations.NullMarked;
