// SPDX-License-Identifier: Apache-2.0
/** An independent project that needs rounds and ledgers, and nothing else of the SDK. */
module heart {
    requires io.hedgerow.budget;
    requires io.hedgerow.rounds;
}
