-- SPDX-License-Identifier: Apache-2.0
/*
 * One subject (a round of a study, or a statistic) of secure aggregation and the slots in which it is tried: masked
 * inputs, confirmations of the survivors and released shares, with sites that crash at any moment and a coordinator
 * that is the adversary. It shows lists and contexts of its choice to each site, in any order, and opens as many slots
 * as it likes. Some sites belong to it. docs/secure-aggregation-protocol.md says which step is which message.
 *
 * Cryptography is ideal: a signature is made by its owner alone, a secret is known from t shares on and not before.
 * Every run of the stated numbers of sites, slots, lists, contexts, inputs and steps is looked at. A site may stand
 * still, so shorter runs are among them.
 */
module slot

abstract sig Site {}
sig Honest extends Site {}
sig Corrupt extends Site {}

/** A try of the subject. Its masks and shares are fresh. */
sig Slot {}
/** What a site was told before it masked: the model, and who shares (U2). Masks are bound to it (ctx2). */
sig Context {}
/** The digest of what a site masks (R1). */
sig Input {}
/** Survivors (U3). */
sig List { members: set Site }

one sig Threshold { value: Int }

/** The rules of an honest site. A broken variant goes without one of them. */
abstract sig Rule {}
one sig
    SameInput,    -- R1: one input for the subject, whatever the slot
    SameList,     -- R2: one list for the subject, whatever the slot
    Durable,      -- R1 and R2 are on disk: a crash does not forget them
    WriteFirst,   -- and they are there before the message leaves
    OneList,      -- in a slot one list is confirmed, and the shares of the other kind are erased
    OwnContext,   -- all members of the list signed the context that this site was told
    Confirmed     -- shares leave after t confirmations of the same context and list
  extends Rule {}
sig Broken in Rule {}

fun kept: set Rule { Rule - Broken }

/** Messages of honest sites. The adversary has them for ever. */
one sig Net {
    var masked: Honest -> Slot -> Context -> Input,
    var confirmed: Honest -> Slot -> Context -> List,
    var released: Honest -> Slot -> Context -> List
}
/** What an honest site remembers of the subject. */
one sig Disk {
    var input: Honest -> Input,
    var list: Honest -> List
}
/** Slots whose secrets an honest site still has: in memory only. */
one sig Memory { var live: Honest -> Slot }

fact { all disj a, b: List | a.members != b.members }

pred init {
    no Net.masked and no Net.confirmed and no Net.released
    no Disk.input and no Disk.list
    no Memory.live
}

/** N1: shares are out and the masked input leaves. */
pred mayMask[h: Honest, s: Slot, c: Context, i: Input] {
    no Net.masked[h][s]
    SameInput in kept implies Disk.input[h] in i
}
pred mask[h: Honest, s: Slot, c: Context, i: Input] {
    mayMask[h, s, c, i]
    Net.masked'[h] = Net.masked[h] + s -> c -> i
    Disk.input'[h] = Disk.input[h] + i
    Memory.live'[h] = Memory.live[h] + s
    Disk.list'[h] = Disk.list[h]
    Net.confirmed'[h] = Net.confirmed[h]
    Net.released'[h] = Net.released[h]
}

/** N2: the site confirms the survivors it is shown. */
pred mayConfirm[h: Honest, s: Slot, c: Context, l: List] {
    s in Memory.live[h]
    some Net.masked[h][s][c]
    h in l.members
    gte[#l.members, Threshold.value]
    OwnContext in kept implies all u: l.members & Honest | some Net.masked[u][s][c]
    OneList in kept implies Net.confirmed[h][s][Context] in l
    SameList in kept implies Disk.list[h] in l
}
pred confirm[h: Honest, s: Slot, c: Context, l: List] {
    mayConfirm[h, s, c, l]
    Net.confirmed'[h] = Net.confirmed[h] + s -> c -> l
    Disk.list'[h] = Disk.list[h] + l
    Disk.input'[h] = Disk.input[h]
    Memory.live'[h] = Memory.live[h]
    Net.masked'[h] = Net.masked[h]
    Net.released'[h] = Net.released[h]
}

/** N3: shares of b for each survivor, and of k for each other site. */
pred release[h: Honest, s: Slot, c: Context, l: List] {
    s in Memory.live[h]
    l in Net.confirmed[h][s][c]
    Confirmed in kept implies
        gte[plus[#{u: l.members & Honest | l in Net.confirmed[u][s][c]}, #(l.members & Corrupt)], Threshold.value]
    Net.released'[h] = Net.released[h] + s -> c -> l
    Net.confirmed'[h] = Net.confirmed[h]
    Disk.list'[h] = Disk.list[h]
    Disk.input'[h] = Disk.input[h]
    Memory.live'[h] = Memory.live[h]
    Net.masked'[h] = Net.masked[h]
}

/** Everything in memory is lost. */
pred crash[h: Honest] {
    no Memory.live'[h]
    Durable in kept implies (Disk.input'[h] = Disk.input[h] and Disk.list'[h] = Disk.list[h])
        else (no Disk.input'[h] and no Disk.list'[h])
    Net.masked'[h] = Net.masked[h]
    Net.confirmed'[h] = Net.confirmed[h]
    Net.released'[h] = Net.released[h]
}

/**
 * A crash between a write and its message: with the rule the write is done and nothing left; without it the message
 * left and nothing is written.
 */
pred torn[h: Honest] {
    no Memory.live'[h]
    Net.released'[h] = Net.released[h]
    (some s: Slot, c: Context, i: Input | mayMask[h, s, c, i]
        and (WriteFirst in kept implies (Disk.input'[h] = Disk.input[h] + i and Net.masked'[h] = Net.masked[h])
            else (Disk.input'[h] = Disk.input[h] and Net.masked'[h] = Net.masked[h] + s -> c -> i))
        and Disk.list'[h] = Disk.list[h] and Net.confirmed'[h] = Net.confirmed[h])
    or (some s: Slot, c: Context, l: List | mayConfirm[h, s, c, l]
        and (WriteFirst in kept implies (Disk.list'[h] = Disk.list[h] + l and Net.confirmed'[h] = Net.confirmed[h])
            else (Disk.list'[h] = Disk.list[h] and Net.confirmed'[h] = Net.confirmed[h] + s -> c -> l))
        and Disk.input'[h] = Disk.input[h] and Net.masked'[h] = Net.masked[h])
}

pred still[h: Honest] {
    Memory.live'[h] = Memory.live[h]
    Disk.input'[h] = Disk.input[h]
    Disk.list'[h] = Disk.list[h]
    Net.masked'[h] = Net.masked[h]
    Net.confirmed'[h] = Net.confirmed[h]
    Net.released'[h] = Net.released[h]
}

/** In a step each site does at most one thing. What it sees of others was sent in steps before. */
fact behaviour {
    init
    always all h: Honest |
        still[h] or crash[h] or torn[h]
        or (some s: Slot, c: Context | (some i: Input | mask[h, s, c, i])
            or (some l: List | confirm[h, s, c, l] or release[h, s, c, l]))
}

/** Shares of one kind that the adversary has of an owner in a slot: its own sites have both kinds. */
fun sharesOfSeed[u: Honest, s: Slot]: Int {
    plus[#{h: Honest | some l: Net.released[h][s][Context] | u in l.members}, #Corrupt]
}
fun sharesOfKey[u: Honest, s: Slot]: Int {
    plus[#{h: Honest | some l: Net.released[h][s][Context] | u not in l.members}, #Corrupt]
}
pred seedKnown[u: Honest, s: Slot] { gte[sharesOfSeed[u, s], Threshold.value] }
pred keyKnown[u: Honest, s: Slot] { gte[sharesOfKey[u, s], Threshold.value] }

/** A sum that may be open: somebody honest released shares for it. */
pred opened[s: Slot, c: Context, l: List] { l in Net.released[Honest][s][c] }

/** 1: never both secrets of a site whose input left. */
pred oneSecret { no u: Honest, s: Slot | some Net.masked[u][s] and seedKnown[u, s] and keyKnown[u, s] }
/** 2: one list for the subject, in whatever slot. */
pred oneSum {
    all s, z: Slot, c, e: Context, l, m: List | opened[s, c, l] and opened[z, e, m] implies l = m
}
/** 4: whoever is in an opened sum gave the same input to each. */
pred sameInputs {
    all s, z: Slot, c, e: Context, l: List, u: l.members & Honest |
        opened[s, c, l] and opened[z, e, l] implies Net.masked[u][s][Context] = Net.masked[u][z][Context]
}
/** 5: all honest sites of an opened sum were told the same. */
pred sameContext {
    all s: Slot, c: Context, l: List, u: l.members & Honest | opened[s, c, l] implies some Net.masked[u][s][c]
}
/** Every opened sum has t minus n_C honest inputs at least. */
pred enough {
    all s: Slot, c: Context, l: List | opened[s, c, l] implies
        gte[plus[#(l.members & Honest), #Corrupt], Threshold.value]
}
pred safe { oneSecret and oneSum and sameInputs and sameContext and enough }

/** P sites in all, c of the adversary, threshold t. */
pred roster[p, c, t: Int] { #Site = p and #Corrupt = c and Threshold.value = t }

-- The protocol can end well: else all that follows would hold of sites that never act.
run opens { no Broken and roster[4, 1, 3] and eventually (some s: Slot | all u: Honest | seedKnown[u, s]) }
    for 4 Int, exactly 4 Site, exactly 1 Slot, exactly 1 List, exactly 1 Context, exactly 1 Input, 6..6 steps expect 1
-- A repeated slot is opened after a crash: the rules do not end a study.
run opensAgain { no Broken and roster[4, 1, 3] and some disj s, z: Slot, l: List, h: Honest |
        eventually (some Net.confirmed[h][s] and crash[h] and no Net.released[Honest][z])
        and eventually (some c: Context | opened[z, c, l]) }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 1 List, exactly 2 Context, exactly 1 Input, 8..8 steps expect 1

check safeOfFour { (no Broken and roster[4, 1, 3]) implies always safe }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 0
check safeOfFive { (no Broken and roster[5, 1, 4]) implies always safe }
    for 4 Int, exactly 5 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 0
check safeOfFiveWithTwo { (no Broken and roster[5, 2, 4]) implies always safe }
    for 4 Int, exactly 5 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 0

-- Broken variants. Each is caught, by the property that its rule is for.
run withoutSameInput { Broken = SameInput and roster[4, 1, 3] and eventually not sameInputs }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutSameList { Broken = SameList and roster[4, 1, 3] and eventually not oneSum }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutDisk { Broken = Durable and roster[4, 1, 3] and eventually not oneSum }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutWriteFirst { Broken = WriteFirst and roster[4, 1, 3] and eventually not oneSum }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutWriteFirstOfInput { Broken = WriteFirst and roster[4, 1, 3] and eventually not sameInputs }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutOneList { Broken = OneList + SameList and roster[4, 1, 3] and eventually not oneSecret }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutOwnContext { Broken = OwnContext and roster[4, 1, 3] and eventually not sameContext }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
run withoutConfirmations { Broken = Confirmed and roster[4, 1, 3] and eventually not oneSum }
    for 4 Int, exactly 4 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
-- t = (P + n_C) / 2 is one too few.
run thresholdTooLow { no Broken and roster[5, 1, 3] and eventually not oneSum }
    for 4 Int, exactly 5 Site, exactly 2 Slot, exactly 2 List, exactly 2 Context, exactly 2 Input, 8..8 steps expect 1
