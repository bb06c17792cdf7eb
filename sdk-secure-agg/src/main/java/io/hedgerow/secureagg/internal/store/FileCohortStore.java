// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.secureagg.internal.policy.CohortMemory.CohortStore;
import io.hedgerow.secureagg.internal.policy.ExactRelease;
import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Stores exact releases in several append-only files with the same records, inside and outside of the site's home, so
 * that none is lost with one of them. What any of them knows counts; what is added is added to all that lack it. Each
 * file is opened and locked for one step, because homes of one site share what is outside of them. Like
 * {@link FileReleaseStore} durable and checked. Thread-safe, also among processes. A file that cannot be written any
 * more is read, and never locked or changed.
 */
public final class FileCohortStore implements CohortStore {

    private static final String KIND = "exact releases";

    private final List<Path> files;
    private final List<Path> readOnly;

    /** {@code files}: that of the home first. */
    public FileCohortStore(List<Path> files) {
        this(files, List.of());
    }

    /** The same with files that others wrote and this process cannot write. */
    public FileCohortStore(List<Path> files, List<Path> readOnly) {
        this.files = List.copyOf(files);
        this.readOnly = List.copyOf(readOnly);
    }

    @Override
    public synchronized void update(Function<List<ExactRelease>, Optional<ExactRelease>> decision) {
        Deque<FrameLog> open = new ArrayDeque<>();
        try {
            Map<FrameLog, Set<ExactRelease>> known = new LinkedHashMap<>();
            for (Path file : files) {
                FrameLog log = FrameLog.await(file, KIND);
                open.push(log);
                known.put(log, decoded(file, log.records()));
            }
            Set<ExactRelease> all = new LinkedHashSet<>();
            readOnly.forEach(file -> all.addAll(decoded(file, FrameLog.readOnly(file, KIND))));
            known.values().forEach(all::addAll);
            complete(known, all); // also when the decision is a refusal
            decision.apply(List.copyOf(all)).ifPresent(next -> complete(known, Set.of(next)));
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }

    private static Set<ExactRelease> decoded(Path file, List<byte[]> entries) {
        Set<ExactRelease> records = new LinkedHashSet<>();
        entries.forEach(entry -> records.add(StoredRecord.read(entry, "a record of " + file, FileCohortStore::decode)));
        return records;
    }

    private static void complete(Map<FrameLog, Set<ExactRelease>> known, Set<ExactRelease> all) {
        known.forEach((log, records) -> all.stream()
                .filter(release -> !records.contains(release))
                .map(FileCohortStore::encode)
                .forEach(log::append));
    }

    private static byte[] encode(ExactRelease release) {
        ByteWriter out = new ByteWriter(256);
        release.study().writeTo(out);
        out.text(release.name()).text(release.dataset());
        out.list(
                release.cohorts(),
                cohort -> out.list(cohort, member -> {
                    out.text(member.name());
                    member.key().writeTo(out);
                }));
        return out.u32(release.least()).toBytes();
    }

    private static ExactRelease decode(StoredRecord in) {
        return new ExactRelease(
                in.octets(),
                in.text(),
                in.text(),
                in.list(Integer.BYTES, () -> in.list(2 * Integer.BYTES, () -> new Member(in.text(), in.octets()))),
                in.u32());
    }
}
