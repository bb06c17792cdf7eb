// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.hedgerow.transport.internal.admission.CountedSockets.HandshakeWatch;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tracks open connections and enforces limits on them. A connection that has not shown a certificate yet makes room for
 * a newer one, the oldest first and of the address that has most of them: so a flood drives out itself, and a site
 * whose handshake is quick gets in. A connection with a good certificate stays, unless newer ones have the same name.
 * Thread-safe.
 */
public final class ConnectionTable {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final ConnectionLimits limits;
    private final RefusalNotes notes;
    private final Set<Guest> present = new LinkedHashSet<>();
    private final Map<String, Calls> calls = new HashMap<>();
    private final LongSupplier nanos;

    public ConnectionTable(ConnectionLimits limits, RefusalNotes notes) {
        this(limits, notes, System::nanoTime);
    }

    ConnectionTable(ConnectionLimits limits, RefusalNotes notes, LongSupplier nanos) {
        this.limits = limits;
        this.notes = notes;
        this.nanos = nanos;
    }

    /** The calls and resets of one name in the minute that began with the first of them. */
    private static final class Calls {
        private final long began;
        private int count;

        private Calls(long began) {
            this.began = began;
        }
    }

    public static final class Guest {
        private final Channel channel;
        private final InetSocketAddress remote;
        private final String network;
        private @Nullable String name;
        private boolean leaving;

        private Guest(Channel channel, InetSocketAddress remote) {
            this.channel = channel;
            this.remote = remote;
            this.network = network(remote.getAddress());
        }

        InetSocketAddress remote() {
            return remote;
        }

        private boolean isWaiting() {
            return name == null && !leaving;
        }
    }

    /** Takes a connection in; empty when there is no room, and then the caller closes it. */
    @SuppressWarnings("FutureReturnValueIgnored") // the listener is all that is wanted of it
    Optional<Guest> enter(Channel channel, InetSocketAddress remote) {
        Guest guest = new Guest(channel, remote);
        Guest older;
        synchronized (this) {
            if (present.size() >= limits.connections()
                    || present.stream()
                                    .filter(one -> one.network.equals(guest.network))
                                    .count()
                            >= limits.connectionsOfAddress()) {
                guest.leaving = true;
                older = guest;
            } else {
                older = crowded(guest.network);
                present.add(guest);
            }
        }
        if (older != null) {
            dismiss(older, "the coordinator has too many connections");
        }
        if (older == guest) {
            return Optional.empty();
        }
        channel.closeFuture().addListener(closed -> leave(guest));
        return Optional.of(guest);
    }

    /** The connection that has to make room, marked as leaving; it counts until it is closed. */
    private @Nullable Guest crowded(String network) {
        List<Guest> waiting = present.stream().filter(Guest::isWaiting).toList();
        Map<String, Long> byNetwork =
                waiting.stream().collect(Collectors.groupingBy(one -> one.network, Collectors.counting()));
        String full = network;
        if (byNetwork.getOrDefault(network, 0L) < limits.handshakesOfAddress()) {
            if (waiting.size() < limits.handshakes()) {
                return null;
            }
            full = byNetwork.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
        }
        String from = full;
        Guest oldest = waiting.stream()
                .filter(one -> one.network.equals(from))
                .findFirst()
                .orElseThrow();
        oldest.leaving = true;
        return oldest;
    }

    void named(Guest guest, String name) {
        List<Guest> older;
        boolean busy;
        synchronized (this) {
            guest.name = name;
            busy = callsOf(name).count > limits.callsInAMinute();
            guest.leaving |= busy; // noted when it began
            List<Guest> same = present.stream()
                    .filter(one -> name.equals(one.name) && !one.leaving)
                    .toList();
            older = same.subList(0, Math.max(0, same.size() - limits.ofCertificate()));
            older.forEach(one -> one.leaving = true);
        }
        older.forEach(one -> dismiss(one, name + " has too many connections"));
        if (busy) {
            close(guest);
        }
    }

    private Calls callsOf(String name) {
        long now = nanos.getAsLong();
        calls.values().removeIf(one -> now - one.began > MINUTE);
        return calls.computeIfAbsent(name, none -> new Calls(now));
    }

    /**
     * Counts a call, or a reset of one, of a connection that has a name. Too many in a minute are noted once, and all
     * connections of the name are closed until the minute is over: a site could keep the coordinator busy with calls
     * that it takes back, of which nothing else would be seen.
     */
    void called(Guest guest) {
        List<Guest> closing = List.of();
        String name;
        synchronized (this) {
            name = guest.name;
            if (name == null) {
                return;
            }
            Calls of = callsOf(name);
            of.count++;
            if (of.count == limits.callsInAMinute() + 1) {
                closing = present.stream().filter(one -> name.equals(one.name)).toList();
                closing.forEach(one -> one.leaving = true);
            }
        }
        if (!closing.isEmpty()) {
            notes.dismissed(
                    guest.remote(),
                    name + " made more than " + limits.callsInAMinute() + " calls and resets in a minute");
            closing.forEach(this::close);
        }
    }

    synchronized boolean isLeaving(Guest guest) {
        return guest.leaving;
    }

    private synchronized void leave(Guest guest) {
        present.remove(guest);
    }

    /**
     * One that is not registered with its event loop yet cannot be closed: {@link HandshakeWatch} does so when it is.
     */
    private void dismiss(Guest guest, String why) {
        notes.dismissed(guest.remote(), why);
        close(guest);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for it
    private void close(Guest guest) {
        if (guest.channel.isRegistered()) {
            guest.channel.close();
        }
    }

    /** An address, or the network of 64 bits that one machine has for itself. */
    private static String network(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, 8) : bytes);
    }
}
