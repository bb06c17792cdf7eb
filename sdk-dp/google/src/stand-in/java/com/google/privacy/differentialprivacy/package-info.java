// SPDX-License-Identifier: Apache-2.0
/**
 * Stands for Google's library where its jar is not at hand: the signatures that the adapter could choose from, as
 * {@code signatures-4.0.0.txt} has them, over noise that protects no one. No build packs it.
 */
package com.google.privacy.differentialprivacy;
