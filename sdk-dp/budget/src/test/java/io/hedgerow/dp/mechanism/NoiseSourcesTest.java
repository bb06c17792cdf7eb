// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class NoiseSourcesTest {

    @TempDir
    Path directory;

    /** Offers a source under one name. */
    public static class Silent implements NoiseSourceProvider {
        @Override
        public String id() {
            return "silent";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public NoiseSource open() {
            return new Named(id());
        }
    }

    /** Takes the name that is built in. */
    public static final class Usurper extends Silent {
        @Override
        public String id() {
            return "discrete";
        }
    }

    /** Opens a source that has another name. */
    public static final class Mislabelled extends Silent {
        @Override
        public NoiseSource open() {
            return new Named("other");
        }
    }

    private static class Named implements NoiseSource {
        private final String id;

        Named(String id) {
            this.id = id;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            return 0;
        }

        @Override
        public long laplace(double scale) {
            return 0;
        }
    }

    @Test
    void byId_findsTheBuiltInSource() {
        assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
    }

    @Test
    void byId_refusesUnknownNamesAndListsTheKnownOnes() {
        String message = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("gaussian"))
                .getMessage();
        assertTrue(message.contains("discrete") && message.contains("gaussian"), message);
        assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId(""));
    }

    @Test
    void byId_findsAProviderByItsNameOnly() throws Throwable {
        offering(Silent.class, () -> {
            assertEquals("silent", NoiseSources.byId("silent").id());
            assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
            assertTrue(assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("google-dp"))
                    .getMessage()
                    .contains("[discrete, silent]"));
        });
    }

    @Test
    void byId_refusesAnAmbiguousName() throws Throwable {
        offering(
                Usurper.class, () -> assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("discrete")));
    }

    @Test
    void byId_refusesASourceOfAnotherName() throws Throwable {
        offering(
                Mislabelled.class,
                () -> assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("silent")));
    }

    /** Takes a law that its source does not have. */
    public static final class Boasting extends Silent {
        @Override
        public NoiseSource.Law law() {
            return new NoiseSource.Law(0x1p-40, 0x1p-40, false);
        }
    }

    /** Calls a method that its library does not have. */
    public static final class OfAnotherRelease extends Silent {
        @Override
        public NoiseSource open() {
            return new Named(id()) {
                @Override
                public long laplace(double scale) {
                    throw new NoSuchMethodError("'long library.Laplace.draw(double, double)'");
                }
            };
        }
    }

    /** Needs a class that is not there. */
    public static final class WithoutItsLibrary extends Silent {
        @Override
        public NoiseSource open() {
            throw new NoClassDefFoundError("library/Gaussian");
        }
    }

    /** Cannot be made at all. */
    public static final class Unloadable extends Silent {
        public Unloadable() {
            throw new IllegalStateException("no licence");
        }
    }

    @Test
    void byId_refusesALibraryOfAnotherRelease_insteadOfFailingInAPaidRound() throws Throwable {
        for (Class<? extends NoiseSourceProvider> broken : List.of(OfAnotherRelease.class, WithoutItsLibrary.class)) {
            offering(broken, () -> {
                String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("silent"))
                        .getMessage();
                assertTrue(refusal.contains("library") && refusal.contains("Nothing was charged"), refusal);
                assertEquals(NoiseSource.Law.EXACT, NoiseSources.lawOf("silent"));
            });
        }
    }

    @Test
    void byId_refusesASourceOfAnotherLaw() throws Throwable {
        offering(Boasting.class, () -> assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("silent")));
    }

    @Test
    void providerThatCannotBeLoaded_isNothingToOthers_andNamedWhereItIsMissed() throws Throwable {
        offering(Unloadable.class, () -> {
            assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
            String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("silent"))
                    .getMessage();
            assertTrue(refusal.contains(Unloadable.class.getName()), refusal);
        });
    }

    /** Offers {@code silent} once more. */
    public static final class Again extends Silent {}

    /** A foreign one that does not even know its name here. */
    public static final class Nameless extends Silent {
        @Override
        public String id() {
            throw new NoSuchMethodError("'java.lang.String library.Version.name()'");
        }
    }

    @Test
    void sourceThatIsOfferedTwice_isRefused_andIsNothingToThoseOfOtherNames() throws Throwable {
        OfferedNoise.offering(
                directory,
                () -> {
                    assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
                    String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("silent"))
                            .getMessage();
                    assertTrue(refusal.contains("silent must be offered once"), refusal);
                    assertThrows(IllegalArgumentException.class, () -> NoiseSources.lawOf("silent"));
                },
                Silent.class.getName(),
                Again.class.getName());
    }

    @Test
    void providerWhoseNameCannotBeAsked_isNothingToOthers() throws Throwable {
        OfferedNoise.offering(
                directory,
                () -> {
                    assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
                    assertEquals("silent", NoiseSources.byId("silent").id());
                    String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("other"))
                            .getMessage();
                    assertTrue(refusal.contains("library.Version"), refusal);
                },
                Nameless.class.getName(),
                Silent.class.getName());
    }

    private void offering(Class<? extends NoiseSourceProvider> provider, Executable check) throws Throwable {
        OfferedNoise.offering(directory, check, provider.getName());
    }
}
