// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.doctor.Checkup.Finding.Status;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.node.SiteHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A private study with secure aggregation in real files, and a doctor for its first site. */
record DoctoredStudy(Path directory, LocalStudy study) {

    static final String SITE = "site-1";

    static DoctoredStudy in(Path directory) {
        List<RowSource> shares = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            double[][] rows = new double[60][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = new double[] {i % 7 - 3, i % 5 - 2, (i + p) % 3 - 1};
            }
            shares.add(InMemoryRows.of(new VariableSchema(List.of("dose", "age", "pH")), rows));
        }
        LocalStudy study = new LocalStudy(
                directory,
                new LocalStudy.Terms(
                        "dp-gram",
                        Map.of(),
                        Optional.of(PrivacyRequest.parse("epsilon=2")),
                        true,
                        4,
                        0,
                        Duration.ofSeconds(60)),
                InstantSource.system());
        study.create(shares);
        return new DoctoredStudy(directory, study);
    }

    Path site() {
        return study.site(SITE);
    }

    SiteSetup setup(String name, Path identity, Optional<SiteSetup.Address> coordinator) {
        return setup(name, identity, coordinator, Optional.empty());
    }

    SiteSetup setup(String name, Path identity, Optional<SiteSetup.Address> coordinator, Optional<Path> anchors) {
        return setup(name, identity, coordinator, anchors, site().resolve("rows.csv"));
    }

    /** The first site with rows from elsewhere. */
    Checkup examine(Path data) {
        SiteSetup setup = setup(SITE, site().resolve("identity"), Optional.empty(), Optional.empty(), data);
        return Checkup.of(setup, InstantSource.system());
    }

    private SiteSetup setup(
            String name, Path identity, Optional<SiteSetup.Address> coordinator, Optional<Path> anchors, Path data) {
        return new SiteSetup(
                name,
                study.plan(),
                study.roster(),
                site().resolve("join.yaml"),
                Optional.of(site().resolve("policy.yaml")),
                new IdentityDirectory(identity),
                data,
                UnaryOperator.identity(),
                waited -> {},
                new SiteHome(site().resolve("home")),
                anchors,
                coordinator,
                Optional.empty(),
                () -> Passphrase.once(Passphrase.none().get()));
    }

    Checkup examine(InstantSource clock) {
        return Checkup.of(setup(SITE, site().resolve("identity"), Optional.empty()), clock);
    }

    Checkup examine() {
        return examine(InstantSource.system());
    }

    Checkup examine(String host, int port) {
        return Checkup.of(
                setup(SITE, site().resolve("identity"), Optional.of(new SiteSetup.Address(host, port))),
                InstantSource.system());
    }

    void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertEquals(true, text.contains(from), text);
        Files.writeString(file, text.replace(from, to));
    }

    /** Every file with its content, to see that nothing was changed. */
    Map<String, byte[]> content() throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(file.toString(), Files.readAllBytes(file));
            }
        }
        return content;
    }

    static Map<String, Status> statuses(Checkup checkup) {
        Map<String, Status> worst = new TreeMap<>();
        checkup.findings().forEach(one -> worst.merge(one.check(), one.status(), (a, b) -> b == Status.FAIL ? b : a));
        return worst;
    }

    /** Exactly these checks failed, each with something to do, and the run ends like this. */
    static void assertFails(Checkup checkup, ExitCode code, String... checks) {
        List<String> failed = checkup.findings().stream()
                .filter(one -> one.status() == Status.FAIL)
                .peek(one -> assertEquals(false, one.fix() == null || one.fix().isBlank(), one.toString()))
                .map(Finding::check)
                .distinct()
                .toList();
        assertEquals(List.of(checks), failed, checkup.findings().toString());
        assertEquals(code, checkup.exitCode());
    }
}
