// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.protocol.SiteId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files through which an operator's command and a running coordinator talk, in the coordinator's data directory,
 * which only its own account may write to. {@code SITE.asked} is a request, {@code SITE.answer} the decision: empty for
 * yes, or the reason against it. A request survives both processes; the answer is written when the decision is in the
 * journal. Safe for several threads and processes.
 */
public final class ExclusionRequests {

    private static final String ASKED = ".asked";
    private static final String ANSWER = ".answer";

    private final Path directory;

    public ExclusionRequests(Path data, String study) {
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
