// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.siteapp.DoorSite.Agreed;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.Pem;
import io.hedgerow.transport.internal.key.Pem.EncryptedKey;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study with secure aggregation, in which all signing keys are under passphrases. */
@Tag("slow")
@Timeout(180)
class LockedKeysTest {

    private static final int ITERATIONS = 10;
    private static final String WORDS = "a dozen words or so";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Few iterations: a derivation of the usual number is most of a second, and the study has nine. */
    private static void lock(IdentityDirectory identity) throws IOException {
        Path file = identity.signingKey();
        byte[] key = Pem.readSecret(file, "it is a key of this test");
        Files.write(
                file,
                Pem.text(EncryptedKey.TYPE, EncryptedKey.encrypt(key, Passphrase.of(WORDS.toCharArray()), ITERATIONS)));
        assertTrue(SigningKey.isEncrypted(file));
    }

    @Test
    void study_runsWithThePassphrases_andNoSiteReadsARowWithout() throws Exception {
        LocalStudy study = Agreed.MASKED.study(folder.resolve("study"), 4, 0);
        IdentityDirectory hub = new IdentityDirectory(study.coordinator());
        lock(hub);
        for (String name : study.names()) {
            lock(Site.open(study.site(name)).identity());
        }
        SignedPlan plan = SignedPlan.read(study.plan());

        UntouchedRows rows = new UntouchedRows(TestFederation.rows(3).get(0));
        for (String words : List.of("", "quite other words")) {
            Membership membership = Site.open(study.site("site-1")).join(plan, rows, "127.0.0.1:1");
            if (!words.isEmpty()) {
                membership.withPassphrase(words::toCharArray);
            }
            IdentityException refused = assertThrows(IdentityException.class, () -> membership.run(event -> {}));
            assertEquals(IdentityException.Reason.PASSPHRASE, refused.reason(), refused.getMessage());
            assertTrue(words.isEmpty() || !String.valueOf(refused.getMessage()).contains(words));
        }
        assertEquals(0, rows.readings());

        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode node = new CoordinatorNode(hub, folder.resolve("data"), InstantSource.system())
                .listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withPassphrase(WORDS::toCharArray);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<CoordinatorNode.Finished> finished =
                    threads.submit(() -> node.run(plan, (free, links) -> port.complete(free)));
            List<Future<StudyEnd>> sites = new ArrayList<>();
            for (String name : study.names()) {
                Membership membership = Site.open(study.site(name))
                        .join(plan, plan.rows(study.site(name).resolve("rows.csv")), "127.0.0.1:" + port.get())
                        .withPassphrase(WORDS::toCharArray);
                sites.add(threads.submit(() -> membership.run(event -> {})));
            }
            for (Future<StudyEnd> site : sites) {
                site.get();
            }
            assertEquals(
                    StudyState.ROUNDS_COMPLETED,
                    finished.get().ended().state(),
                    finished.get().ended().reason());
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
    }
}
