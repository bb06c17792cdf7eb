// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Passes an operator's exclusion requests to a running coordinator through files in its data directory.
 * {@code SITE.asked} is a request, {@code SITE.answer} the decision: empty for yes, or the reason against it. A request
 * survives both processes; the answer is written when the decision is in the journal. Safe for several threads and
 * processes.
 */
public final class ExclusionRequests {

    private static final String ASKED = ".asked";
    private static final String ANSWER = ".answer";
    private static final long ANSWER_MILLIS = 100;

    private final Path data;
    private final Path directory;

    public ExclusionRequests(Path data, String study) {
        this.data = data;
        directory = data.resolve(study + "-exclude");
    }

    public void ask(SiteId site) {
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(file(site, ANSWER));
            PrivateFiles.create(file(site, ASKED), new byte[0], true);
        } catch (FileAlreadyExistsException e) {
            // it waits already
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Asks unless the rule tells beforehand that the answer is no, and waits so long for the decision, which may come
     * later. Returns whether the study goes on without the site; false while nothing is decided.
     *
     * @param known whether this is the directory of a coordinator that has the study
     * @throws PolicyRefusedException with the reason, when the study cannot go on without it
     */
    public boolean exclude(SiteId site, Duration longest, ExclusionRule rule, boolean known)
            throws InterruptedException {
        String study = rule.plan().name();
        rule.refusal(site, Set.of()).ifPresent(why -> {
            throw refused(study, site, why);
        });
        if (!known) {
            throw new IllegalArgumentException("study " + study + " has not begun in " + data
                    + ": give the --data of its coordinator, or leave the site out of the plan");
        }
        Optional<String> answer = ask(site, longest);
        answer.filter(why -> !why.isEmpty()).ifPresent(why -> {
            throw refused(study, site, why);
        });
        return answer.isPresent();
    }

    private static PolicyRefusedException refused(String study, SiteId site, String why) {
        return new PolicyRefusedException("study " + study + " cannot go on without site " + site.value() + ": " + why);
    }

    private Optional<String> ask(SiteId site, Duration longest) throws InterruptedException {
        ask(site);
        long end = System.nanoTime() + longest.toNanos();
        Optional<String> answer = answer(site);
        while (answer.isEmpty() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(ANSWER_MILLIS);
            answer = answer(site);
        }
        return answer;
    }

    public List<SiteId> asked() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[A-Za-z0-9._-]{1,100}" + Pattern.quote(ASKED)))
                    .map(name -> new SiteId(name.substring(0, name.length() - ASKED.length())))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Ends a request; it waits when the answer cannot be written. */
    public void answer(SiteId site, Optional<String> refusal) {
        try {
            PrivateFiles.replaceOwn(file(site, ANSWER), refusal.orElse("").getBytes(StandardCharsets.UTF_8));
            Files.deleteIfExists(file(site, ASKED));
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file(site, ANSWER) + " cannot be written: " + FileReason.of(e), e);
        }
    }

    /** The decision: empty while there is none; an empty text for yes, or the reason against it. */
    public Optional<String> answer(SiteId site) {
        try {
            return Files.exists(file(site, ASKED)) || Files.notExists(file(site, ANSWER))
                    ? Optional.empty()
                    : Optional.of(Files.readString(file(site, ANSWER)));
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private Path file(SiteId site, String kind) {
        return directory.resolve(site.value() + kind);
    }

    private UncheckedIOException failure(IOException e) {
        return new UncheckedIOException(new IOException(directory + ": " + FileReason.of(e), e));
    }
}
