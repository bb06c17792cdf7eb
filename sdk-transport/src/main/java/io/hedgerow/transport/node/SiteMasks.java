// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.secureagg.internal.federation.SecureUpdateProtector;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.policy.CohortMemory;
import io.hedgerow.secureagg.internal.policy.ExactRelease;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.policy.StatisticClaims;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.store.FileClaimStore;
import io.hedgerow.secureagg.internal.store.FileReleaseStore;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.RememberedMasks;
import io.hedgerow.transport.node.internal.site.ExactSums;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/** A site's protection of uploads: masks with a memory in a directory, or none where the plan says so. */
record SiteMasks(UpdateProtector protector, Runnable closing) implements AutoCloseable {

    /**
     * Opens the memory of masks.
     *
     * @param signer opens the signing key
     * @param exact the memory of who was in exact sums, where the plan has any
     * @param begins whether the site's journal of the study is new: otherwise there must be a memory
     * @throws JournalException when there is none, or it is damaged or in use
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when what was released before forbids the study
     */
    static SiteMasks open(
            Optional<PlannedMasks> planned,
            Supplier<MessageSigner> signer,
            Method method,
            SiteHome home,
            HomeFiles files,
            DatasetIdentity dataset,
            Optional<CohortMemory> exact,
            boolean begins) {
        if (planned.isEmpty()) {
            exact.ifPresent(CohortMemory::begins);
            return new SiteMasks(new InsecurePlainUpload(method.study()), () -> {});
        }
        PlannedMasks masks = planned.get();
        MessageSigner key = signer.get();
        Deque<Runnable> opened = new ArrayDeque<>();
        opened.push(() -> PlannedMasks.close(key));
        try {
            SecureUpdateProtector protector = new SecureUpdateProtector(
                    new SiteConfiguration(
                            masks.policy(),
                            masks.roster(),
                            PlannedMasks.identity(key),
                            guard(masks, method, home, files, dataset, exact, begins, opened)),
                    SummedStudy.of(method));
            opened.push(protector::close);
            return new SiteMasks(protector, () -> close(opened));
        } catch (RuntimeException e) {
            try {
                close(opened);
            } catch (RuntimeException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    /** Refuses exact statistics behind masks of rows that no policy names. */
    static void requireNamedRows(Site site, Method method, Optional<PlannedMasks> masks) {
        if (masks.isPresent()
                && method.exactStatistic().isPresent()
                && site.policy().isEmpty()) {
            throw new IllegalArgumentException(
                    "exact sums behind masks are given to one study for each data set, and only a policy"
                            + " names the data set: write a policy.yaml; site join takes it with --policy FILE");
        }
    }

    /**
     * A site's memory of who was in exact sums of its rows, if the plan has any.
     *
     * @param dataset that the site's policy names, if it has one
     * @param rows whose name is noted before anything of them leaves
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when earlier ones forbid the plan, or know the rows under
     *     another name
     */
    static Optional<CohortMemory> exactSums(
            Site site,
            SiteRules rules,
            StudyPlan plan,
            Method method,
            Optional<PlannedMasks> masks,
            DatasetIdentity dataset,
            RowSource rows) {
        Optional<String> named = site.policy().map(policy -> dataset.value());
        Optional<ExactRelease> planned = ExactSums.of(plan, method, masks.map(PlannedMasks::roster), named);
        if (planned.isEmpty()) {
            return Optional.empty();
        }
        Optional<ChargedData> data = named.map(any -> ChargedData.of(site, dataset, rows));
        // the memory compares names: rows under a new one would be rows of which nothing was given
        data.ifPresent(ChargedData::requireName);
        Optional<CohortMemory> memory = planned.map(release -> new CohortMemory(
                ExactSums.store(site.home().path(), site.identity(), site.anchors(), site.name(), masks.isPresent()),
                release,
                rules.sums().severalExactStudies(),
                () -> data.ifPresent(ChargedData::noteName)));
        memory.ifPresent(CohortMemory::requireAllowed);
        return memory;
    }

    /** The memory of masks; what it opens is added to what is to be closed. */
    private static ReleaseGuard guard(
            PlannedMasks masks,
            Method method,
            SiteHome home,
            HomeFiles files,
            DatasetIdentity dataset,
            Optional<CohortMemory> exact,
            boolean begins,
            Deque<Runnable> opened) {
        String under = method.releasedUnder();
        Path memory = home.masks(under).resolve("releases");
        boolean again = !under.equals(method.study().name());
        RememberedMasks remembered = new RememberedMasks(home.masks(under));
        int roster = masks.roster().size();
        if (again) {
            // otherwise it would forget over which sites the earlier study opened the same sum
            requireTaken(memory, under);
            requireTaken(home.statistics(), under);
            remembered.requireNoWeaker(under, masks.policy(), roster);
        }
        if (!begins) {
            requireThere(memory);
            method.exactStatistic().ifPresent(any -> requireThere(home.statistics()));
        }
        FileReleaseStore releases = new FileReleaseStore(memory);
        opened.push(releases::close);
        if (again) {
            RememberedMasks.requireOfAll(under, releases, roster);
        } else if (method.exactStatistic().isPresent()) {
            remembered.remember(masks.policy(), releases);
        }
        Optional<HomeFiles.Held<FileClaimStore>> claims =
                method.exactStatistic().map(any -> files.claims(() -> new FileClaimStore(home.statistics())));
        claims.ifPresent(held -> opened.push(held::close));
        StatisticClaims statistics = claims(method, dataset, masks.roster(), claims.map(HomeFiles.Held::file));
        requireFree(statistics, method);
        return new ReleaseGuard(
                exact.map(known -> ExactSums.watched(releases, known, masks.roster()))
                        .orElse(releases),
                statistics,
                SummedStudy.isOneExactSum(method));
    }

    /** Refuses before anything is asked what another study was given. */
    private static void requireFree(StatisticClaims statistics, Method method) {
        if (method.exactStatistic().isPresent()) {
            SummedStudy sums = SummedStudy.of(method);
            for (int round = 0; round < method.study().rounds(); round++) {
                statistics.require(sums.subject(round), round);
            }
        }
    }

    /** Closes all, the last that was opened first, also where one of them fails. */
    private static void close(Deque<Runnable> opened) {
        Runnable next = opened.poll();
        if (next != null) {
            try {
                next.run();
            } finally {
                close(opened);
            }
        }
    }

    private static void requireTaken(Path file, String study) {
        if (Files.notExists(file)) {
            throw new JournalException("this site must have taken part in study " + study
                    + ", whose sum the plan takes again, with masks and with this home, but " + file
                    + " is missing: give the home of that study, or have a plan signed without that name");
        }
    }

    /** A journal begins after these files: without them the site would release again. */
    private static void requireThere(Path file) {
        if (Files.notExists(file)) {
            throw new JournalException("file " + file
                    + " is missing, but the site's journal of this study is there: bring it back, never an older copy");
        }
    }

    private static StatisticClaims claims(
            Method method, DatasetIdentity dataset, Roster roster, Optional<FileClaimStore> store) {
        return store.map(file -> StatisticClaims.of(
                        file,
                        dataset.value(),
                        method.exactStatistic().orElseThrow(),
                        method.study().schema().names(),
                        roster.hash()))
                .orElseGet(StatisticClaims::none);
    }

    @Override
    public void close() {
        closing.run();
    }
}
