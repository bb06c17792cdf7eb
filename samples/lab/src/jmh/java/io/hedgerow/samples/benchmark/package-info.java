// SPDX-License-Identifier: Apache-2.0
/** JMH benchmarks, one class per question; built only with {@code -Pbench}. */
@NullMarked
package io.hedgerow.samples.benchmark;

import org.jspecify.annotations.NullMarked;
