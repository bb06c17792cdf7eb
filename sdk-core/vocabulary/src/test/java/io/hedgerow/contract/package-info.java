// SPDX-License-Identifier: Apache-2.0
/**
 * What an own local solver, row source or ledger must keep, as tests to extend. A subclass returns the implementation;
 * the tests are inherited. Not part of the SDK's modules: {@code hedgerow-contracts} has them, for test class paths.
 */
@NullMarked
package io.hedgerow.contract;

import org.jspecify.annotations.NullMarked;
