package io.hedgerow.samples.operate;

import io.hedgerow.secureagg.federation.InMemoryStoresForSimulation;
import io.hedgerow.secureagg.federation.SecureUpdateProtector;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.site.SiteConfiguration;
import io.hedgerow.transport.identity.SigningKey;
import java.nio.file.Path;

/** A site's end of secure aggregation, with its memory. */
final class SiteMasks {

    private SiteMasks() {}

    static SecureUpdateProtector open(PlannedMasks masks, SigningKey key, SummedStudy sums, Path memory) {
        InMemoryStoresForSimulation stores = new InMemoryStoresForSimulation();
        return new SecureUpdateProtector(
                new SiteConfiguration(
                        masks.policy(), masks.roster(), PlannedMasks.identity(key), stores, new ReleaseGuard(stores)),
                sums);
    }
}
