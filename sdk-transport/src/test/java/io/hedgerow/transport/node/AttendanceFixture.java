// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.Exclusions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;

/** An attendance of three sites, of which the test says who is there; on a clock that only waiting moves. */
abstract class AttendanceFixture {

    static final SiteId NORTH = new SiteId("north");
    static final SiteId SOUTH = new SiteId("south");
    static final SiteId WEST = new SiteId("west");
    static final Duration DEADLINE = Duration.ofMinutes(5);
    static final Duration HOME_WAIT = Duration.ofMinutes(1);

    final Map<SiteId, Optional<Hindrance.Kind>> doors = new TreeMap<>();
    final List<CoordinatorMessage> sent = new ArrayList<>();
    final List<Task> expected = new ArrayList<>();
    final Deque<SiteReply> replies = new ArrayDeque<>();
    final List<List<Hindrance>> notices = new ArrayList<>();
    final List<Hindrance> console = new ArrayList<>();
    final List<List<Hindrance>> awaited = new ArrayList<>();
    final List<Hindrance> siem = new ArrayList<>();
    final Set<SiteId> gone = new TreeSet<>();
    final Set<SiteId> shut = new TreeSet<>();
    Exclusions exclusions = new Exclusions(new ListJournal());
    long now;

    @TempDir
    Path data;

    private final class Wire implements CoordinatorChannel {
        List<SiteLink> links() {
            List<SiteLink> links = new ArrayList<>();
            doors.forEach((site, why) -> links.add(new SiteLink(
                    site,
                    why.isEmpty() && !gone.contains(site),
                    1,
                    null,
                    new SiteLink.Traffic(0, 0, 0, 0, 0, 0),
                    SiteLink.SelfReport.none(),
                    why.map(kind -> new Hindrance(site, kind)))));
            return links;
        }

        @Override
        public Set<SiteId> sites() {
            return doors.keySet();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            sent.add(message);
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {}

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            SiteReply next = replies.poll();
            if (next == null) {
                now += timeout.toNanos();
            }
            return Optional.ofNullable(next);
        }
    }

    Attendance attendance() {
        return attendance(new ListJournal());
    }

    Attendance attendance(ListJournal journal) {
        this.exclusions = new Exclusions(journal);
        for (SiteId site : List.of(NORTH, SOUTH, WEST)) {
            doors.putIfAbsent(site, Optional.empty());
        }
        CoordinatorNode.Watch watch = new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {}

            @Override
            public void hindered(Hindrance why) {
                console.add(why);
            }

            @Override
            public void awaited(List<Hindrance> sites) {
                awaited.add(sites);
            }
        };
        Wire wire = new Wire();
        Attendance.Operator operator = new Attendance.Operator(
                new ExclusionRequests(data, "study"),
                (site, excluded) -> site.equals(NORTH) ? Optional.of("north is needed") : Optional.empty(),
                HOME_WAIT);
        return new Attendance(
                new Attendance.Wire(wire::links, expected::add, shut::add, notices::add, siem::add),
                wire,
                exclusions,
                operator,
                watch,
                DEADLINE,
                () -> now);
    }
}
