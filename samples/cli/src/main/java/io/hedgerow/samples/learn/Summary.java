// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.network.SeriesDistance;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints the summary of a run on a terminal, one labelled fact a line. */
record Summary(LearnReport report) {

    void describe(PrintWriter out) {
        line(out, "algorithm", algorithm());
        line(out, "sites", sites());
        if (report.leftOut() != null) {
            report.leftOut().forEach(source -> {
                source.described().ifPresent(text -> line(out, "left out", text));
                source.used().ifPresent(text -> line(out, "missing", text));
            });
        }
        report.network().trust().ifPresent(trust -> {
            line(out, "trust", trust.summary());
            line(out, ofUsers() ? "users" : "rows", trust.rows(ofUsers() ? "user" : "row"));
            trust.hiddenCauses().forEach(pair -> line(out, "hidden", pair));
        });
        report.network().network().weightMeaning().ifPresent(meaning -> line(out, "weights", meaning));
        describeAccuracy(out, report.metrics());
        if (report.personal() != null) {
            report.personal().forEach(site -> line(out, "personal", personal(site)));
        }
        describeComparison(out, report.checks());
        line(out, "sent", sent());
        line(out, "time", String.format(Locale.ROOT, "%.1f s", report.timing().wallSeconds()));
        line(
                out,
                "privacy",
                report.protection().guarantee() + ": " + report.protection().meaning());
        report.privacy().stream().findFirst().ifPresent(site -> describeDivision(out, site));
    }

    /** Compares with the known network, where there is one. */
    private static void describeAccuracy(PrintWriter out, LearnReport.Metrics metrics) {
        if (metrics.shd() != null) {
            line(
                    out,
                    "accuracy",
                    String.format(
                            Locale.ROOT,
                            "SHD %d, true positive rate %.2f, false discovery rate %.2f, skeleton %d of %d%s",
                            metrics.shd(),
                            metrics.tpr(),
                            metrics.fdr(),
                            metrics.skeletonCorrect(),
                            metrics.trueEdges(),
                            metrics.cpdagShd() == null ? "" : ", SHD between classes " + metrics.cpdagShd()));
        }
        SeriesDistance.Mean own = metrics.personal();
        if (own != null) {
            line(
                    out,
                    "personal",
                    String.format(
                            Locale.ROOT,
                            "SHD %.2f within a step and %.2f of lags, mean over sites",
                            own.w().shd(),
                            own.a().shd()));
        }
    }

    /** What sorting alone would find, where it was tried. */
    private static void describeComparison(PrintWriter out, @Nullable SortingChecks checks) {
        if (checks != null) {
            line(
                    out,
                    "compare",
                    String.format(
                            Locale.ROOT,
                            "SHD %d by sorting variances and regressing (varsortability %.2f), %d by sorting R2"
                                    + " (R2-sortability %.2f)",
                            checks.sortAndRegressShd(),
                            checks.varsortability(),
                            checks.r2SortAndRegressShd(),
                            checks.r2Sortability()));
        }
    }

    /** How a budget's units are divided among sites. */
    private void describeDivision(PrintWriter out, SitePrivacy site) {
        if (site.division() != null) {
            line(out, "division", "split " + site.division() + ": everybody is at one site");
        }
        if (!site.severalSites().isEmpty()) {
            line(out, "at more", SitePrivacy.AtSites.described(site.severalSites(), ofUsers(), site.delta()));
        }
    }

    private static void line(PrintWriter out, String label, String text) {
        out.println(String.format(Locale.ROOT, "%-9s  %s", label, Printable.line(text)));
    }

    private String personal(PersonalWeights.Entry site) {
        if (site.mode() != null) {
            return site.site() + ": own network, shared " + site.mode();
        }
        if (Algorithm.find(report.algorithm())
                .filter(known -> known.has(MethodTrait.PERSONAL))
                .isPresent()) {
            return site.site() + ": own network";
        }
        String share = site.normalisedMse() == null || site.normalisedMseOfCommon() == null
                ? "no variable has a parent"
                : String.format(
                        Locale.ROOT,
                        "%.3f of the variance unexplained by own weights, %.3f by common ones",
                        site.normalisedMse(),
                        site.normalisedMseOfCommon());
        return site.site() + ": " + share;
    }

    private String algorithm() {
        return report.algorithm() + (report.preset() == null ? "" : ", " + report.preset() + " settings");
    }

    private boolean ofUsers() {
        return report.sites().stream().anyMatch(site -> site.users() != null);
    }

    /** Describes the sites; one with a budget has a number of users, not of their rows. */
    private String sites() {
        long count =
                report.sites().stream().mapToLong(LearnReport.SiteEntry::count).sum();
        return report.sites().size() + " with " + Words.count(count, ofUsers() ? "user" : "row") + " together";
    }

    private String sent() {
        LearnReport.Communication bytes = report.communication();
        if (bytes.bytesUp() == 0) {
            return "nothing: all rows in one place";
        }
        String up = size(bytes.bytesUp()) + " up";
        return report.rounds() == 0
                ? up
                : up + ", " + size(bytes.bytesDown()) + " down, all sites, " + Words.count(report.rounds(), "round");
    }

    private static String size(long bytes) {
        return bytes < 1_000_000
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
