// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site whose last update is in the sum, and which has forgotten it: what it would send from nothing would come on
 * top. It is not let in, whatever was lost of its memory, and the study goes on when it comes with all of it.
 */
@Tag("slow")
@Timeout(300)
class LostHomeTest {

    private static final int BAD_FILE = 3;
    private static final String SITE = "site-3";
    private static final String ADVICE = "start the site with the newest home";

    @TempDir
    Path temp;

    @Test
    void plain_isRefusedWithWhatToDo_untilItsNewestHomeIsBack() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 120)) {
            requireRefusedUntilItsHomeIsBack(federation);
        }
    }

    @Test
    void masked_isRefusedWithWhatToDo_untilItsNewestHomeIsBack() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, 120)) {
            requireRefusedUntilItsHomeIsBack(federation);
            Path home = federation.home(SITE).path();
            Path memory = federation.home(SITE).masks(federation.planName());
            String reason = "releases is missing, but the site's journal of this study is there";
            Files.delete(memory.resolve("releases"));
            join(federation, SITE, home, reason);
            delete(memory);
            join(federation, SITE, home, reason);
        }
    }

    private void requireRefusedUntilItsHomeIsBack(TestFederation federation) throws Exception {
        Path home = federation.home(SITE).path();
        Path older = temp.resolve("older");
        Path newest = temp.resolve("newest");
        Child last = federation.siteHalting(SITE, "task:2");
        Child first = federation.site("site-1");
        Child second = federation.site("site-2");
        Child coordinator = federation.coordinator();
        last.ends(Child.HALTED);
        copy(home, older);
        last = federation.siteHalting(SITE, "task:4");
        last.ends(Child.HALTED);
        copy(home, newest);

        delete(home);
        federation.site(SITE).fails(BAD_FILE, ADVICE);
        delete(home);
        copy(older, home);
        join(federation, SITE, home, ADVICE);
        delete(home);
        copy(newest, home);
        // the lock beside the journal remembers it; without either, the coordinator does
        Files.delete(federation.home(SITE).journal(federation.planName()));
        join(federation, SITE, home, "journal");
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        join(federation, SITE, home, ADVICE);
        // another process with a home of its own, while one is there
        join(federation, "site-1", temp.resolve("second"), "start the site with the newest home");

        delete(home);
        copy(newest, home);
        last = federation.site(SITE);
        coordinator.ends(0);
        for (Child site : List.of(first, second, last)) {
            site.ends(0);
        }
        assertEquals(federation.networkInProcess(), federation.networkFile());
    }

    private static void join(TestFederation federation, String site, Path home, String reason) {
        List<String> words = new ArrayList<>(federation.siteArguments(site));
        words.set(words.indexOf("--home") + 1, home.toString());
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()), new PrintWriter(err), false, false, InstantSource.system());
        int code = Hedgerow.run(terminal, words.toArray(String[]::new));
        assertEquals(BAD_FILE, code, err.toString());
        assertTrue(err.toString().contains(reason), err.toString());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted((one, two) -> two.compareTo(one)).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
