// SPDX-License-Identifier: Apache-2.0
/** Reproduction of papers: runs their tables and figures, checks their claims, and writes a report. */
@NullMarked
package io.hedgerow.samples.lab.reproduce;

import org.jspecify.annotations.NullMarked;
