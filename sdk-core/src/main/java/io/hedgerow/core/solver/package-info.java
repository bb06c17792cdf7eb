/** Solvers of the coordinator's subproblem and of the centralised problem. */
@NullMarked
package io.hedgerow.core.solver;

import org.jspecify.annotations.NullMarked;
