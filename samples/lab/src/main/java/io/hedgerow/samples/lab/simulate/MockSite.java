// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

/**
 * A site whose rows are made up.
 *
 * @param name of its file, without its ending
 */
public record MockSite(String name, long rows) {}
