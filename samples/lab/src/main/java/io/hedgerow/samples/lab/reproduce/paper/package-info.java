// SPDX-License-Identifier: Apache-2.0
/** Models of a paper's published numbers and claims: measures, settings and data. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.paper;

import org.jspecify.annotations.NullMarked;
