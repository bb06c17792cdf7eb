// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.util.List;
import java.util.function.Consumer;

/** Notifies a site's operators once of the sites that delay their study, and of the remedy. Not thread-safe. */
public final class Notices implements Consumer<List<Hindrance>> {

    private final SiteId self;
    private final Consumer<String> notes;
    private List<Hindrance> last = List.of();

    /** Leaves out this site itself: its own console knows more. */
    public Notices(SiteId self, Consumer<String> notes) {
        this.self = self;
        this.notes = notes;
    }

    @Override
    public void accept(List<Hindrance> now) {
        now.stream()
                .filter(one -> !one.site().equals(self) && !last.contains(one))
                .forEach(one -> notes.accept(one.text()));
        last.stream()
                .map(Hindrance::site)
                .filter(site -> !site.equals(self)
                        && now.stream().noneMatch(one -> one.site().equals(site)))
                .forEach(site -> notes.accept("site " + site.value() + " is back"));
        last = List.copyOf(now);
    }

    /** The sites that kept the study waiting at last, this one among them. */
    public List<Hindrance> last() {
        return last;
    }
}
