#!/usr/bin/env bash
# A researcher: a method of one's own in a jar, compiled against what is published, run beside gram and compared.
. "$(dirname "${BASH_SOURCE[0]}")/published.sh"

mkdir -p source/own classes/META-INF/services
cat > source/own/CutGram.java << 'JAVA'
package own;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import java.util.List;

/** The network of gram without edges whose weights are smaller than a cut. */
public final class CutGram implements MethodProvider {

    private static final Parameter CUT =
            Parameter.positive("cut", "smallest weight that counts").usually("0.2");

    @Override
    public List<MethodDescriptor> descriptors() {
        return List.of(MethodDescriptor.of("cut-gram", "gram with a cut of its own", MethodTrait.RELEASE).with(CUT));
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        String cut = Double.toString(parameters.positive("cut"));
        return Method.named("gram").with("threshold", cut).on(terms.agreement());
    }
}
JAVA
javac --release 17 -proc:none -cp "$program" -d classes source/own/CutGram.java
echo own.CutGram > classes/META-INF/services/io.hedgerow.core.method.MethodProvider
jar --create --file own.jar -C classes .

# b follows from a weakly, and c from b strongly
awk 'function u() { s = (s * 16807) % 2147483647; return s / 2147483647 }
     function n(   k, t) { for (k = 0; k < 12; k++) t += u(); return t - 6 }
     BEGIN { s = 7; print "a,b,c"; for (r = 0; r < 900; r++) { a = n(); b = 0.3 * a + n(); printf "%.4f,%.4f,%.4f\n", a, b, 2 * b + n() } }' > rows.csv
printf 'from,to\na,b\nb,c\n' > truth.csv

hedgerow learn --plugins own.jar --algorithm cut-gram --help-method
echo "== a wrong parameter is refused by the declared range"
ends 2 hedgerow learn --plugins own.jar --algorithm cut-gram --set cut=-1 --data rows.csv --sites 3
says "parameter cut of cut-gram must be"
hedgerow learn --algorithm gram --data rows.csv --sites 3 --out gram --quiet > /dev/null
hedgerow learn --plugins own.jar --algorithm cut-gram --set cut=0.1 --data rows.csv --sites 3 --out low --quiet
hedgerow learn --plugins own.jar --algorithm cut-gram --set cut=1 --data rows.csv --sites 3 --out high --quiet
echo "== beside the truth"
for network in gram low high; do
    echo "$network"
    hedgerow compare $network truth.csv | head -n 3
done
edges() { tail -n +2 "$1/network.csv" | grep -c . || true; }
[ "$(edges gram)" = 2 ] || surprise "gram must find the two edges that there are, found $(edges gram)"
[ "$(edges low)" = 2 ] || surprise "a cut of 0.1 must change nothing"
[ "$(edges high)" = 1 ] || surprise "a cut of 1 must leave one edge, left $(edges high)"
echo done
