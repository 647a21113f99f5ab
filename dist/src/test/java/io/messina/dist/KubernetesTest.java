package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;

/** The manifests for Kubernetes, by the types of its API. */
@FullBuild("nothing: a plain build makes no image")
class KubernetesTest {

  private static final Path MANIFESTS = Path.of("../docs/operator/kubernetes/messina.yaml");
  private static final Duration LEASE = Duration.ofSeconds(5);

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "Secret", Secret.class,
          "ConfigMap", ConfigMap.class,
          "Service", Service.class,
          "PodDisruptionBudget", PodDisruptionBudget.class,
          "StatefulSet", StatefulSet.class);

  @TempDir private Path folder;

  @Test
  void each_field_is_one_that_kubernetes_knows() throws Exception {
    List<HasMetadata> all = manifests();
    assertThat(all)
        .extracting(HasMetadata::getKind)
        .containsExactly(
            "Secret", "ConfigMap", "Service", "Service", "PodDisruptionBudget", "StatefulSet");
    for (HasMetadata each : all) {
      check(each, each.getKind());
    }
  }

  @Test
  void a_misspelt_field_would_be_found() throws IOException {
    String text = Files.readString(MANIFESTS).replace("minReadySeconds", "minimumReadySeconds");
    assertThatThrownBy(
            () -> {
              for (HasMetadata each : parse(text)) {
                check(each, each.getKind());
              }
            })
        .hasMessageContaining("minimumReadySeconds");
  }

  @Test
  void a_rolling_restart_leaves_the_time_in_which_shards_come_back() throws IOException {
    StatefulSet servers = only(StatefulSet.class);
    assertThat(servers.getSpec().getMinReadySeconds())
        .isGreaterThanOrEqualTo((int) LEASE.multipliedBy(2).toSeconds());
    assertThat(only(PodDisruptionBudget.class).getSpec().getMaxUnavailable().getIntVal()).isOne();
    assertThat(servers.getSpec().getTemplate().getSpec().getTerminationGracePeriodSeconds())
        .isGreaterThan(30);
    assertThat(container().getReadinessProbe()).isNotNull();
    assertThat(container().getLivenessProbe()).isNotNull();
  }

  @Test
  void names_fit_each_other() throws IOException {
    StatefulSet servers = only(StatefulSet.class);
    Map<String, String> labels = servers.getSpec().getTemplate().getMetadata().getLabels();
    for (HasMetadata each : manifests()) {
      if (each instanceof Service service) {
        assertThat(service.getSpec().getSelector()).isEqualTo(labels);
      }
    }
    assertThat(manifests())
        .filteredOn(Service.class::isInstance)
        .extracting(each -> each.getMetadata().getName())
        .contains(servers.getSpec().getServiceName());
    assertThat(only(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(container().getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
    assertThat(only(Secret.class).getStringData()).containsKeys("cluster-secret", "store-password");
  }

  @Test
  void a_server_takes_the_options() throws Exception {
    String options = only(ConfigMap.class).getData().get("messina.yaml");
    Path file = Files.writeString(folder.resolve("messina.yaml"), String.valueOf(options));
    assertThat(
            Shell.run(
                Release.tree().resolve("bin/messina").toString(),
                "config",
                "--config",
                file.toString()))
        .contains("cluster-secret-file", "cql://");
  }

  private static Container container() throws IOException {
    return only(StatefulSet.class).getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  private static <T> T only(Class<T> type) throws IOException {
    return manifests().stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static List<HasMetadata> manifests() throws IOException {
    return parse(Files.readString(MANIFESTS));
  }

  private static List<HasMetadata> parse(String text) {
    List<HasMetadata> all = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
      Map<?, ?> fields = (Map<?, ?>) document;
      Class<? extends HasMetadata> type = KINDS.get(String.valueOf(fields.get("kind")));
      all.add(JsonMapper.shared().convertValue(fields, type));
    }
    return all;
  }

  /** A field that a type does not know is among its additional properties. */
  private static void check(@Nullable Object value, String path) throws IllegalAccessException {
    switch (value) {
      case Collection<?> all -> {
        for (Object each : all) {
          check(each, path + "[]");
        }
      }
      case Map<?, ?> all -> {
        for (Object each : all.values()) {
          check(each, path + "{}");
        }
      }
      case KubernetesResource resource -> {
        for (Field field : resource.getClass().getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            check(field, field.get(resource), path);
          }
        }
      }
      case null, default -> {}
    }
  }

  private static void check(Field field, @Nullable Object value, String path)
      throws IllegalAccessException {
    if (field.getName().equals("additionalProperties")) {
      assertThat((Map<?, ?>) value).as(path).isEmpty();
    } else {
      check(value, path + "." + field.getName());
    }
  }
}
