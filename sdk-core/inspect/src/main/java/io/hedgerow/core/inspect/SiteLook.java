// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.inspect.SeenColumn.Kind;
import io.hedgerow.core.internal.columns.MappingWord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the files of several sites with each other, and drafts a mapping file for each. Not private. */
final class SiteLook {

    private static final String LOOK_AND_ACCEPT = "look, and accept the suggestion in the mapping file";

    private final List<SeenFile> files;
    private final List<MappingDraft> drafts;
    private final List<InspectionFinding> remarks = new ArrayList<>();

    private SiteLook(List<SeenFile> files) {
        this.files = files;
        this.drafts = files.stream().map(MappingDraft::new).toList();
    }

    /** The findings, and a mapping for each file in their order. */
    record Found(List<InspectionFinding> remarks, List<MappingDraft> drafts) {}

    /** Looks at all files together; users have the name of the column that says whose a row is, where there is one. */
    static Found of(List<SeenFile> files, Map<SeenFile, String> users) {
        SiteLook look = new SiteLook(files);
        for (int k = 0; k < files.size(); k++) {
            look.written(k, users);
        }
        List<ColumnGroup> groups = ColumnGroup.of(files);
        look.leaveOut(groups, users);
        look.rename(groups);
        List<ColumnGroup> whole = look.inAllFiles(look.joined(groups));
        whole.forEach(look::kinds);
        MissingLook.ofReasons(files, whole).ifPresent(look.remarks::add);
        look.remarks.addAll(SameRows.of(files, whole));
        look.dropCopies();
        return new Found(look.remarks, look.drafts);
    }

    private void say(
            Weight weight,
            String code,
            Collection<String> in,
            List<String> columns,
            String found,
            String example,
            String effect,
            String advice) {
        say(weight, code, in, columns, found, example, effect, Advice.of(advice));
    }

    private void say(
            Weight weight,
            String code,
            Collection<String> in,
            List<String> columns,
            String found,
            String example,
            String effect,
            Advice advice) {
        Place place = new Place(List.copyOf(in), columns);
        remarks.add(new InspectionFinding(weight, code, place, found, example, effect, advice));
    }

    private void written(int k, Map<SeenFile, String> users) {
        SeenFile file = files.get(k);
        MappingDraft draft = drafts.get(k);
        CellLook.write(file, draft);
        FileLook.of(file, users.get(file)).forEach(remark -> {
            remarks.add(remark);
            switch (remark.code()) {
                case "missing-code", "missing-level", "text-among-numbers" -> CellLook.suggest(file, draft, remark);
                case "many-levels" ->
                    draft.suggest(
                            remark.columns().get(0),
                            Map.of("other", "true"),
                            "levels of fewer than 1 % of rows as one");
                case "copy" -> draft.suggest(remark.columns().get(0), Map.of("drop", "true"), remark.found());
                default -> {}
            }
        });
    }

    /** Leaves out what is no variable: identifiers, empty columns, and columns with one value at all sites. */
    private void leaveOut(List<ColumnGroup> groups, Map<SeenFile, String> users) {
        for (ColumnGroup group : List.copyOf(groups)) {
            boolean key = group.columns().entrySet().stream()
                    .anyMatch(one -> one.getValue().kind() == Kind.IDENTIFIER
                            || one.getValue().name().equals(users.get(files.get(one.getKey()))));
            boolean empty = group.columns().values().stream().allMatch(column -> column.kind() == Kind.EMPTY);
            boolean constant = group.columns().values().stream()
                    .allMatch(column -> column.isConstant() || column.kind() == Kind.EMPTY);
            if (constant && !empty && group.columns().size() > 1 && values(group) > 1) {
                say(
                        Weight.NOTE,
                        "site-constant",
                        group.fileNames(files),
                        List.of(group.name()),
                        "each site has one value, and they differ",
                        group.shown(files),
                        "it says which site a row is from, and nothing else",
                        "leave it out");
            }
            if (key || empty || constant) {
                group.columns().forEach((k, column) -> drafts.get(k).drop(column.name()));
                groups.remove(group);
            }
        }
    }

    private static long values(ColumnGroup group) {
        return group.columns().values().stream()
                .flatMap(column -> column.levels().keySet().stream())
                .distinct()
                .count();
    }

    private void rename(List<ColumnGroup> groups) {
        Map<String, String> others = new LinkedHashMap<>();
        Set<String> in = new LinkedHashSet<>();
        groups.forEach(group -> group.columns().forEach((k, column) -> {
            if (!column.name().equals(group.name())) {
                others.put(column.name(), group.name());
                in.add(files.get(k).name());
                drafts.get(k).say(column.name(), "rename", MappingWord.quoted(group.name()));
            }
        }));
        if (!others.isEmpty()) {
            say(
                    Weight.REFUSED,
                    "name",
                    in,
                    others.values().stream().distinct().toList(),
                    "names differ by case or signs from those of other files",
                    String.join(", ", others.keySet()),
                    "learn refuses files with other names",
                    "the mapping file renames them");
        }
    }

    /** Groups, those that are most likely one being suggested as one. */
    private List<ColumnGroup> joined(List<ColumnGroup> groups) {
        List<ColumnGroup> open = new ArrayList<>(groups);
        open.removeIf(group -> group.columns().size() == files.size());
        List<ColumnGroup> all = new ArrayList<>(groups);
        for (ColumnGroup.Join join : ColumnGroup.joins(open)) {
            ColumnGroup kept = join.kept();
            String why = join.why() + (join.factor().isPresent() ? ", medians are " + medians(join) : "");
            join.other().columns().forEach((k, column) -> {
                Map<String, String> settings = new LinkedHashMap<>();
                settings.put("rename", MappingWord.quoted(kept.name()));
                join.factor().ifPresent(factor -> settings.putAll(factor.settings()));
                drafts.get(k).suggest(column.name(), settings, column.name() + " is " + kept.name() + "? " + why);
            });
            say(
                    Weight.REFUSED,
                    "other-name",
                    join.other().fileNames(files),
                    List.of(join.other().name()),
                    "may be " + kept.name() + " of other files: " + why,
                    join.other().shown(files),
                    "learn refuses files with other names",
                    Advice.toAccept(join.other().name(), LOOK_AND_ACCEPT));
            all.remove(join.other());
            all.set(all.indexOf(kept), kept.with(join.other(), join.factor().isPresent()));
        }
        return all;
    }

    /** Groups that every file has; the columns of others are left out. */
    private List<ColumnGroup> inAllFiles(List<ColumnGroup> groups) {
        List<ColumnGroup> whole = new ArrayList<>();
        Map<Set<String>, List<ColumnGroup>> lacking = new LinkedHashMap<>();
        for (ColumnGroup group : groups) {
            if (group.columns().size() == files.size()) {
                whole.add(group);
            } else {
                group.columns().forEach((k, column) -> {
                    if (!drafts.get(k).mayBeAnother(column.name())) {
                        drafts.get(k).drop(column.name());
                    }
                });
                Set<String> without =
                        new LinkedHashSet<>(files.stream().map(SeenFile::name).toList());
                without.removeAll(group.fileNames(files));
                lacking.computeIfAbsent(without, unseen -> new ArrayList<>()).add(group);
            }
        }
        lacking.forEach((without, some) -> say(
                Weight.REFUSED,
                "not-everywhere",
                some.get(0).fileNames(files),
                some.stream().map(ColumnGroup::name).toList(),
                "not in " + String.join(", ", without),
                some.get(0).shown(files),
                "learn refuses files with other columns",
                "the mapping file leaves them out; give them the names they have elsewhere if they are there, or keep"
                        + " them as optional columns where they are numbers that some did not measure"));
        return whole;
    }

    private static String medians(ColumnGroup.Join join) {
        return Stream.of(join.other(), join.kept())
                .map(group -> group.columns().values().iterator().next().sorted())
                .map(sorted -> Figures.of(SeenColumn.quantile(sorted, 0.5)))
                .collect(Collectors.joining(" and "));
    }

    private void kinds(ColumnGroup group) {
        Set<Kind> kinds = new HashSet<>();
        group.columns().values().forEach(column -> kinds.add(column.kind()));
        kinds.remove(Kind.EMPTY);
        if (kinds.size() > 1) {
            say(
                    Weight.REFUSED,
                    "kind",
                    group.fileNames(files),
                    List.of(group.name()),
                    "of another kind in other files",
                    group.shown(files),
                    "learn refuses, or takes codes for texts",
                    "say in the mapping file which level each code is: levels: {\"1\": ..., \"2\": ...}");
            return;
        }
        if (kinds.contains(Kind.DATE)) {
            dates(group);
        } else if (kinds.contains(Kind.CATEGORY)) {
            levels(group);
        } else if (kinds.contains(Kind.NUMBER)) {
            units(group);
        }
    }

    private void dates(ColumnGroup group) {
        boolean clear =
                group.columns().values().stream().allMatch(column -> 10 * column.missing() < column.values().length);
        group.columns().forEach((k, column) -> {
            if (clear) {
                drafts.get(k).say(column.name(), "date", "true");
            } else {
                drafts.get(k).drop(column.name());
            }
        });
        if (!clear) {
            say(
                    Weight.REFUSED,
                    "date-order",
                    group.fileNames(files),
                    List.of(group.name()),
                    "dates may be read in two ways, or are cut off",
                    group.shown(files),
                    "no cell is read as a day",
                    "write them as 2024-01-31 at the source; the mapping file leaves them out");
        }
    }

    private void levels(ColumnGroup group) {
        Map<String, Set<String>> mended = new LinkedHashMap<>();
        Set<String> reference = new LinkedHashSet<>();
        for (Map.Entry<Integer, SeenColumn> one : group.columns().entrySet()) {
            SeenColumn column = one.getValue();
            MappingDraft draft = drafts.get(one.getKey());
            Map<String, String> own = new LinkedHashMap<>(LevelMatching.merged(column.levels()));
            Set<String> left = new LinkedHashSet<>(column.levels().keySet());
            left.removeAll(own.keySet());
            LevelMatching.Recoded recoded = reference.isEmpty()
                    ? new LevelMatching.Recoded(Map.of(), Map.of())
                    : LevelMatching.of(left, reference);
            own.replaceAll((text, level) -> recoded.safe().getOrDefault(level, level));
            own.putAll(recoded.safe());
            if (!own.isEmpty()) {
                draft.say(column.name(), "levels", MappingDraft.levels(own));
                mended.computeIfAbsent(files.get(one.getKey()).name(), unseen -> new LinkedHashSet<>())
                        .addAll(own.keySet());
            }
            if (!recoded.likely().isEmpty()) {
                Map<String, String> both = new LinkedHashMap<>(own);
                both.putAll(recoded.likely());
                draft.suggest(column.name(), Map.of("levels", MappingDraft.levels(both)), "levels that may be one");
                say(
                        Weight.WRONG,
                        "similar-levels",
                        List.of(files.get(one.getKey()).name()),
                        List.of(group.name()),
                        "levels are nearly those of other files",
                        MappingDraft.levels(recoded.likely()),
                        "they are other levels as long as their texts differ",
                        Advice.toAccept(group.name(), LOOK_AND_ACCEPT));
            }
            left.removeAll(recoded.safe().keySet());
            reference.addAll(left);
        }
        if (!mended.isEmpty()) {
            say(
                    Weight.REFUSED,
                    "levels",
                    mended.keySet(),
                    List.of(group.name()),
                    "levels are written in several ways",
                    mended.values().iterator().next().stream().limit(4).collect(Collectors.joining(", ")),
                    "learn refuses them, or takes them for other levels",
                    "the mapping file makes them "
                            + String.join(", ", reference.stream().limit(6).toList()));
        }
    }

    private void units(ColumnGroup group) {
        Map<Integer, double[]> sorted = new LinkedHashMap<>();
        group.columns().forEach((k, column) -> {
            if (!group.converted().contains(k)) {
                sorted.put(k, column.sorted());
            }
        });
        if (sorted.size() < 2) {
            return;
        }
        int reference = reference(sorted);
        double[] there = Objects.requireNonNull(sorted.get(reference));
        String name = files.get(reference).name();
        sorted.forEach((k, own) -> UnitFactor.between(own, there).ifPresent(factor -> {
            SeenColumn column = Objects.requireNonNull(group.columns().get(k));
            String compared = "median " + Figures.of(SeenColumn.quantile(own, 0.5)) + ", deviation "
                    + Figures.of(Figures.deviation(own)) + "; in " + name + " "
                    + Figures.of(SeenColumn.quantile(there, 0.5)) + " and " + Figures.of(Figures.deviation(there));
            drafts.get(k)
                    .suggest(
                            column.name(),
                            factor.settings(),
                            "another unit than in " + name + "? " + factor.words() + ": " + compared);
            say(
                    Weight.WRONG,
                    "unit",
                    List.of(files.get(k).name()),
                    List.of(group.name()),
                    "may be in another unit than in " + name + ": " + factor.words(),
                    compared,
                    "sites disagree about every edge of this column, and its correlations with all others shrink",
                    Advice.toAccept(
                            group.name(),
                            "look at the source; if it is so, accept multiply "
                                    + factor.settings().get("multiply")
                                    + (factor.add() == 0
                                            ? ""
                                            : " and add " + factor.settings().get("add"))
                                    + " in the mapping file"));
        }));
    }

    /** The file whose values are in the unit of most others. */
    private static int reference(Map<Integer, double[]> sorted) {
        int reference = sorted.keySet().iterator().next();
        long most = -1;
        for (int k : sorted.keySet()) {
            long like = sorted.values().stream()
                    .filter(other -> UnitFactor.between(other, sorted.getOrDefault(k, new double[0]))
                            .isEmpty())
                    .count();
            if (like > most) {
                most = like;
                reference = k;
            }
        }
        return reference;
    }

    /** A copy that is left out anyway needs no suggestion. */
    private void dropCopies() {
        for (InspectionFinding remark : remarks) {
            if (remark.code().equals("copy")) {
                for (int k = 0; k < files.size(); k++) {
                    String column = remark.columns().get(0);
                    if (remark.files().contains(files.get(k).name())
                            && drafts.get(k).isDropped(column)) {
                        drafts.get(k).accept(column);
                    }
                }
            }
        }
    }
}
