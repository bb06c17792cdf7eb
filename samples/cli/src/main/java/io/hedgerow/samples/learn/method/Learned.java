// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.secure.SecureAggregation.SecureAggregationReport;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run: the network, privacy costs and masking report.
 *
 * @param privacy what it cost each site; empty without a guarantee
 * @param masks what secure aggregation did; empty for plain uploads
 */
public record Learned(LearnedNetwork found, List<SitePrivacy> privacy, Optional<SecureAggregationReport> masks) {
    public Learned {
        privacy = List.copyOf(privacy);
    }

    /** The same, shown with the marks that are left when causes may be hidden, where that is asked for. */
    public Learned marked(boolean hiddenCauses) {
        return hiddenCauses ? new Learned(found.byMarks(), privacy, masks) : this;
    }

    /** Says that marks were asked for and there are none. */
    public Optional<String> withoutMarks(boolean hiddenCauses) {
        return hiddenCauses && !found.named().kind().equals("pag")
                ? Optional.of("--hidden-causes: this search gave no marks, so edges are shown as without the option")
                : Optional.empty();
    }

    /** What sites sent: bytes, with those of the masks' protocol. */
    public long bytesUp() {
        return found.run().bytes().up()
                + masks.map(SecureAggregationReport::bytesUp).orElse(0L);
    }

    /** What sites received: bytes, with those of the masks' protocol. */
    public long bytesDown() {
        return found.run().bytes().down()
                + masks.map(SecureAggregationReport::bytesDown).orElse(0L);
    }

    public long bytes() {
        return bytesUp() + bytesDown();
    }

    public boolean flagged() {
        return found.evidence().map(known -> !known.trust().flags().isEmpty()).orElse(false);
    }

    /** What is believed of each site, in their order: its own network, or the common one. */
    public List<WeightMatrix> networks(int sites) {
        return SiteId.numbered(sites).stream()
                .map(site -> found.personal().getOrDefault(site, found.named()).weights())
                .toList();
    }

    public String upload() {
        return privacy.isEmpty()
                ? found.run().provenance().upload()
                : found.run().provenance().upload() + ", noise added at the site";
    }
}
