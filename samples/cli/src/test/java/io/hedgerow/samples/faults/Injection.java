// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.network.FaultyNetwork;
import io.hedgerow.core.network.FaultyNetwork.Tampering;
import java.io.IOException;
import java.util.Optional;

/** A fault that waits for its time, is there, or is over. One thread uses it. */
final class Injection {

    private static final long PAUSE_NANOS = 30_000_000;

    /** What a fault is done to. A party that needs none has no disk; the coordinator has no network of its own. */
    record Target(
            Party party, Optional<FaultyNetwork> network, Optional<SmallDisk> disk, Optional<QueriedRows> source) {}

    private enum State {
        WAITING,
        THERE,
        OVER
    }

    private final Fault fault;
    private final Target target;
    private final Trace trace;
    private State state = State.WAITING;
    private Optional<Process> paused = Optional.empty();
    private long until;

    Injection(Fault fault, Target target, Trace trace) {
        this.fault = fault;
        this.target = target;
        this.trace = trace;
    }

    Fault fault() {
        return fault;
    }

    boolean isOver() {
        return state == State.OVER;
    }

    /** Whether it has come. */
    boolean hasCome() {
        return state != State.WAITING;
    }

    /** Lets the fault come or go, if it is time. */
    void look(double progress) throws IOException, InterruptedException {
        if (state == State.WAITING && progress >= fault.at()) {
            trace.add("comes: " + fault);
            until = System.nanoTime() + fault.millis() * 1_000_000;
            state = State.THERE;
            begin();
        } else if (state == State.THERE && System.nanoTime() >= until) {
            lift();
        } else if (state == State.THERE && fault.kind() == FaultKind.DROP) {
            network().cut();
        }
    }

    /** Ends it, if it is there; it does not come any more. */
    void lift() throws IOException, InterruptedException {
        if (state == State.THERE) {
            end();
            trace.add("goes:  " + fault);
        }
        state = State.OVER;
    }

    private void begin() throws IOException, InterruptedException {
        switch (fault.kind()) {
            case KILL, TERMINATE -> {
                target.party().hold();
                target.party().end(fault.kind() == FaultKind.TERMINATE);
            }
            case PAUSE -> {
                paused = target.party().process();
                if (paused.isPresent()) {
                    Party.signal(paused.get(), "STOP");
                }
            }
            case FULL_DISK, FULL_DISK_RESTARTS -> {
                if (fault.kind() == FaultKind.FULL_DISK) {
                    target.party().hold();
                }
                disk().fill((int) (fault.millis() % 2));
            }
            case DELAY -> network().delayEachRead(PAUSE_NANOS);
            case DROP -> network().cut();
            case DUPLICATE -> network().tamper(Optional.of(Tampering.DUPLICATED));
            case CORRUPT -> network().tamper(Optional.of(Tampering.CORRUPTED));
            case HALF_OPEN -> {
                network().halfOpen(true);
                network().cut();
            }
            case ONE_WAY_UP -> network().stallUp(true);
            case ONE_WAY_DOWN -> network().stallDown(true);
            case SOURCE_REFUSES, SOURCE_SILENT, SOURCE_SLOW, SOURCE_WRONG_ROWS -> source().suffer(fault.kind());
        }
    }

    private void end() throws IOException, InterruptedException {
        switch (fault.kind()) {
            case KILL, TERMINATE -> target.party().letGo();
            case PAUSE -> {
                if (paused.isPresent() && paused.get().isAlive()) {
                    Party.signal(paused.get(), "CONT");
                }
            }
            case FULL_DISK, FULL_DISK_RESTARTS -> {
                disk().free();
                if (fault.kind() == FaultKind.FULL_DISK) {
                    target.party().letGo();
                }
            }
            case DELAY -> network().delayEachRead(0);
            case DROP -> network().cut();
            case DUPLICATE, CORRUPT -> network().tamper(Optional.empty());
            case HALF_OPEN -> network().halfOpen(false);
            case ONE_WAY_UP -> network().stallUp(false);
            case ONE_WAY_DOWN -> network().stallDown(false);
            case SOURCE_REFUSES, SOURCE_SILENT, SOURCE_SLOW, SOURCE_WRONG_ROWS -> source().mend(fault.kind());
        }
    }

    private FaultyNetwork network() {
        return target.network().orElseThrow();
    }

    private QueriedRows source() {
        return target.source().orElseThrow();
    }

    private SmallDisk disk() {
        return target.disk().orElseThrow();
    }
}
