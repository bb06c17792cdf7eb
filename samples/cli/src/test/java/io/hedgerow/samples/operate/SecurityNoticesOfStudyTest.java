// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.node.CoordinatorPort;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Security notices of real studies: each follows the published schema, and none has a value of a row. */
@Tag("slow")
@Timeout(300)
class SecurityNoticesOfStudyTest {

    private static final int DEADLINE = 120;
    private static final Pattern SYSLOG = Pattern.compile(
            "<(\\d{1,3})>1 (\\S+) \\S{1,255} hedgerow \\d{1,128} ([a-z-]{1,32}) - (\\{.*})", Pattern.DOTALL);

    private static final JsonSchema SCHEMA = schema();

    @TempDir
    Path temp;

    private static JsonSchema schema() {
        try {
            return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                    .getSchema(Files.readString(Checkout.ROOT.resolve("docs/security-notice.schema.json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode checked(String line) {
        try {
            JsonNode notice = new ObjectMapper().readTree(line);
            Set<ValidationMessage> problems = SCHEMA.validate(notice);
            assertEquals(Set.of(), problems, line);
            return notice;
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private static List<JsonNode> read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(SecurityNoticesOfStudyTest::checked).toList();
        }
    }

    private static String told(JsonNode notice) {
        String event = notice.get("event").asText();
        return notice.has("reason") ? event + " " + notice.get("reason").asText() : event;
    }

    private static List<String> told(Path file) throws IOException {
        return read(file).stream().map(SecurityNoticesOfStudyTest::told).toList();
    }

    @Test
    void schema_refusesWhatItDoesNotKnow() throws IOException {
        for (String wrong : List.of(
                "{}",
                new SecurityNotice(
                                Instant.EPOCH,
                                SecurityNotice.Kind.PROCESS_STARTED,
                                new SecurityNotice.Origin(SecurityNotice.Role.SITE, "north", "trial"),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of("cell", 17.3))
                        .json(),
                new SecurityNotice(
                                Instant.EPOCH,
                                SecurityNotice.Kind.BUDGET_SPENT,
                                new SecurityNotice.Origin(SecurityNotice.Role.SITE, "north", "trial"),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of("round", -1.0, "record", 0.0))
                        .json())) {
            assertFalse(SCHEMA.validate(new ObjectMapper().readTree(wrong)).isEmpty(), wrong);
        }
    }

    @Test
    void schema_namesEveryKind() throws IOException {
        JsonNode words = new ObjectMapper()
                .readTree(Checkout.ROOT
                        .resolve("docs/security-notice.schema.json")
                        .toFile())
                .at("/properties/event/enum");
        Set<String> known = new TreeSet<>();
        words.forEach(word -> known.add(word.asText()));
        assertEquals(
                Arrays.stream(SecurityNotice.Kind.values())
                        .map(SecurityNotice.Kind::word)
                        .collect(Collectors.toCollection(TreeSet::new)),
                known);
        String page = Files.readString(Checkout.ROOT.resolve("docs/security-notices.md"));
        known.forEach(word -> assertTrue(page.contains("`" + word + "`"), word));
    }

    /** A study with a budget, its restart with a ledger whose last record is incomplete, and strangers at the door. */
    @Test
    void studyWithABudget_isToldFromBothEnds_withoutAnyValueOfARow() throws Exception {
        Path ofSite = temp.resolve("site.jsonl");
        Path ofCoordinator = temp.resolve("coordinator.jsonl");
        SyslogReceiver.Keys keys = SyslogReceiver.Keys.create(temp, "127.0.0.1");
        try (SyslogReceiver receiver = SyslogReceiver.start(keys, 0);
                TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Child coordinator = federation.coordinator("--security-notices", ofCoordinator.toString());
            strangers(federation, federation.port());
            Child first = federation.site("site-1", "--security-notices", ofSite.toString());
            Child second = federation.site(
                    "site-2",
                    "--security-notices",
                    "syslog://127.0.0.1:" + receiver.port(),
                    "--security-notices-ca",
                    keys.authority().toString());
            Child third = federation.site("site-3");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            List<String> once = told(ofSite);
            assertEquals(
                    List.of("plan-accepted", "process-started", "study-joined new", "budget-reserved charged"),
                    once.subList(0, 4));
            assertEquals("budget-spent update", once.get(4));
            assertEquals("process-stopped ended", once.get(once.size() - 1));
            List<String> over = new ArrayList<>();
            for (String next = receiver.next(); ; next = receiver.next()) {
                Matcher message = SYSLOG.matcher(next);
                assertTrue(message.matches(), next);
                JsonNode notice = checked(message.group(4));
                assertEquals(message.group(3), notice.get("event").asText());
                assertEquals(13, Integer.parseInt(message.group(1)) / 8, "facility log audit");
                Instant.parse(message.group(2));
                assertEquals("site-2", notice.get("node").asText());
                over.add(told(notice));
                if (message.group(3).equals("process-stopped")) {
                    break;
                }
            }
            assertEquals(once, over, "both sites live through the same");

            String whole = Files.readString(ledger(federation));
            Files.writeString(ledger(federation), "x", StandardOpenOption.APPEND);
            Path changed = temp.resolve("changed.jsonl");
            federation.site("site-1", "--security-notices", changed.toString()).ends(5);
            assertEquals(
                    List.of("plan-accepted", "process-started", "tampering ledger", "process-stopped tampering"),
                    told(changed));

            String last = whole.substring(whole.lastIndexOf('\n', whole.length() - 2) + 1);
            Files.writeString(ledger(federation), whole + last.substring(0, 20));
            Path again = temp.resolve("again.jsonl");
            federation.site("site-1", "--security-notices", again.toString()).ends(0);
            assertTrue(told(again).contains("ledger-recovered incomplete-record-cut"), () -> text(again));
            assertTrue(told(again).contains("budget-reserved charged-before"), () -> text(again));

            List<JsonNode> hub = read(ofCoordinator);
            assertEquals("process-started", told(hub.get(0)));
            assertEquals("process-stopped ended", told(hub.get(hub.size() - 1)));
            List<String> events =
                    hub.stream().map(SecurityNoticesOfStudyTest::told).toList();
            assertTrue(
                    events.containsAll(List.of(
                            "message-refused protocol-violation", "role-refused wrong-role", "study-joined connected")),
                    events::toString);
            assertNoCells(federation, text(ofSite) + text(ofCoordinator) + text(again));
        }
    }

    /** Speaks no TLS, and comes with the coordinator's own certificate, which is that of another role. */
    private static void strangers(TestFederation federation, int port) throws Exception {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
            plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            plain.getInputStream().readAllBytes();
        } catch (IOException e) {
            // a reset is an answer, too
        }
        IdentityDirectory hub = new IdentityDirectory(federation.study().coordinator());
        TrustSettings trust = TrustSettings.forCoordinator(hub, InstantSource.system());
        TlsMaterial tls = TlsMaterial.load(hub, Role.COORDINATOR, trust);
        try (SSLSocket wrong = (SSLSocket) tls.context(trust.trustCoordinator("127.0.0.1", "hub"))
                .getSocketFactory()
                .createSocket("127.0.0.1", port)) {
            wrong.setEnabledProtocols(new String[] {"TLSv1.3"});
            wrong.startHandshake();
            wrong.getInputStream().readAllBytes();
        } catch (IOException e) {
            // refused by an alert
        }
    }

    /** Strangers at the port of several studies name no study, or cannot be asked for one. */
    @Test
    void strangersAtAPortOfSeveralStudies_areToldOf() throws Exception {
        List<SecurityNotice> told = new CopyOnWriteArrayList<>();
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE);
                CoordinatorPort port = CoordinatorPort.open(
                        new IdentityDirectory(federation.study().coordinator()),
                        temp.resolve("port"),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        1,
                        1,
                        InstantSource.system(),
                        told::add)) {
            strangers(federation, port.port());
            long until = System.nanoTime() + 20_000_000_000L;
            while (told.size() < 2 && System.nanoTime() < until) {
                Thread.sleep(20); // notices come from threads of the port, which say nothing when they are done
            }
        }
        assertEquals(
                Set.of(SecurityNotice.Kind.MESSAGE_REFUSED, SecurityNotice.Kind.ROLE_REFUSED),
                told.stream().map(SecurityNotice::kind).collect(Collectors.toSet()),
                told.toString());
        assertTrue(told.stream().allMatch(notice -> notice.origin().study().equals("-")), told.toString());
    }

    private static Path ledger(TestFederation federation) {
        return federation.home("site-1").ledger().resolve("hedgerow.ledger");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertNoCells(TestFederation federation, String notices) throws IOException {
        List<String> lines =
                Files.readAllLines(federation.study().site("site-1").resolve("rows.csv"));
        Set<String> cells = lines.stream()
                .skip(1)
                .flatMap(line -> Arrays.stream(line.split(",")))
                .filter(cell -> cell.length() >= 8)
                .collect(Collectors.toSet());
        assertTrue(cells.size() > 100, "rows have values to look for");
        cells.forEach(cell -> assertFalse(notices.contains(cell), cell));
    }

    @Test
    void planThatTheRulesRefuse_isToldWithEveryReason() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Path rules = federation.study().site("site-1").resolve("join.yaml");
            Files.writeString(
                    rules,
                    Files.readString(rules).replaceFirst("maxEpsilonPerStudy: .*", "maxEpsilonPerStudy: 0.001")
                            + "  minimumDeadline: 3000s\n");
            Path file = temp.resolve("refused.jsonl");
            federation.site("site-1", "--security-notices", file.toString()).fails(5, "does not join study");
            assertEquals(List.of("plan-refused epsilon", "plan-refused deadline"), told(file));

            Path policy = federation.study().site("site-2").resolve("policy.yaml");
            Files.writeString(policy, Files.readString(policy).replaceAll("epsilon: [0-9.]+", "epsilon: 0.001"));
            Path spent = temp.resolve("spent.jsonl");
            federation.site("site-2", "--security-notices", spent.toString()).ends(5);
            List<String> events = told(spent);
            assertEquals(List.of("plan-accepted", "process-started"), events.subList(0, 2));
            assertEquals(
                    List.of("budget-exhausted ledger", "process-stopped budget-exhausted"),
                    events.subList(2, events.size()));
        }
    }

    /** The receiver comes after the notices: they wait for it, and their sender does not. */
    @Test
    void receiverThatComesLater_getsWhatWaited() throws Exception {
        SyslogReceiver.Keys keys = SyslogReceiver.Keys.create(temp, "127.0.0.1");
        int port;
        try (SyslogReceiver probe = SyslogReceiver.start(keys, 0)) {
            port = probe.port();
        }
        try (SecurityNotices notices = SecurityNotices.toSyslog("127.0.0.1", port, keys.authority())) {
            for (int k = 0; k < 3; k++) {
                notices.accept(started("node-" + k));
            }
            try (SyslogReceiver receiver = SyslogReceiver.start(keys, port)) {
                for (int k = 0; k < 3; k++) {
                    Matcher message = SYSLOG.matcher(receiver.next());
                    assertTrue(message.matches());
                    assertEquals(
                            "node-" + k, checked(message.group(4)).get("node").asText());
                    assertEquals("110", message.group(1), "facility 13, severity 6");
                }
            }
            assertEquals(0, notices.lost());
        }
    }

    /** A certificate for another host, or of another authority, is not trusted with anything. */
    @Test
    void receiverThatIsAnother_getsNothing() throws Exception {
        SyslogReceiver.Keys other = SyslogReceiver.Keys.create(temp, "logs.example.org");
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        SyslogReceiver.Keys good = SyslogReceiver.Keys.create(elsewhere, "127.0.0.1");
        try (SyslogReceiver wrongHost = SyslogReceiver.start(other, 0);
                SyslogReceiver wrongAuthority = SyslogReceiver.start(good, 0);
                SecurityNotices first = SecurityNotices.toSyslog("127.0.0.1", wrongHost.port(), other.authority());
                SecurityNotices second =
                        SecurityNotices.toSyslog("127.0.0.1", wrongAuthority.port(), other.authority())) {
            first.accept(started("north"));
            second.accept(started("north"));
            assertTrue(wrongHost.next().startsWith("broken: "), "the handshake fails");
            assertTrue(wrongAuthority.next().startsWith("broken: "), "the handshake fails");
        }
    }

    private static SecurityNotice started(String node) {
        return new SecurityNotice(
                Instant.now(),
                SecurityNotice.Kind.PROCESS_STARTED,
                new SecurityNotice.Origin(SecurityNotice.Role.SITE, node, "trial"),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }
}
