package io.hedgerow.transport.node;

import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.secureagg.federation.SecureUpdateProtector;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.Roster;
import io.hedgerow.secureagg.policy.StatisticClaims;
import io.hedgerow.secureagg.site.SiteConfiguration;
import io.hedgerow.secureagg.store.FileClaimStore;
import io.hedgerow.secureagg.store.FileReleaseStore;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.SigningKey;
import java.util.Optional;

/** How a site's uploads leave it: masked, with a memory in a directory, or as they are where the plan says so. */
final class SiteMasks implements AutoCloseable {

    private final UpdateProtector protector;
    private final Runnable closing;

    private SiteMasks(UpdateProtector protector, Runnable closing) {
        this.protector = protector;
        this.closing = closing;
    }

    static SiteMasks open(
            Optional<PlannedMasks> planned,
            IdentityDirectory identity,
            Method method,
            SiteHome home,
            DatasetIdentity dataset) {
        if (planned.isEmpty()) {
            return new SiteMasks(new InsecurePlainUpload(method.study()), () -> {});
        }
        PlannedMasks masks = planned.get();
        SigningKey key = SigningKey.load(identity.signingKey());
        FileReleaseStore releases =
                new FileReleaseStore(home.masks(method.study().name()).resolve("releases"));
        Optional<FileClaimStore> claims = method.exactStatistic().map(any -> new FileClaimStore(home.statistics()));
        SecureUpdateProtector protector = new SecureUpdateProtector(
                new SiteConfiguration(
                        masks.policy(),
                        masks.roster(),
                        PlannedMasks.identity(key),
                        new ReleaseGuard(releases, claims(method, dataset, masks.roster(), claims))),
                SummedStudy.of(method.study(), method.sums()));
        return new SiteMasks(protector, () -> {
            protector.close();
            releases.close();
            claims.ifPresent(FileClaimStore::close);
            key.close();
        });
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

    UpdateProtector protector() {
        return protector;
    }

    @Override
    public void close() {
        closing.run();
    }
}
