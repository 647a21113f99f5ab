package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LongIntMapTest {

  @Property
  void it_is_a_map(@ForAll @Size(max = 400) List<@IntRange(max = 120) Integer> steps) {
    LongIntMap map = new LongIntMap();
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      long key = steps.get(i) * 0x9E3779B97F4A7C15L;
      if (model.remove(key) != null) {
        map.remove(key);
      } else {
        model.put(key, i);
        map.put(key, i);
      }
      assertThat(map.size()).isEqualTo(model.size());
    }
    for (long step = 0; step <= 120; step++) {
      long key = step * 0x9E3779B97F4A7C15L;
      assertThat(map.get(key)).isEqualTo(model.getOrDefault(key, LongIntMap.NONE));
    }
  }
}
