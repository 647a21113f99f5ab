package io.messina.cli.features;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.client.features.ListClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All entities that have a list, page by page. A page may be empty although more follow. */
final class AllEntities implements EntityIds {

  private static final int PAGE = 1_000;

  private final ListClient list;
  private final Runnable pageRead;
  private EntityIds page = EntityIds.of(List.of());
  private Optional<String> after = Optional.empty();
  private boolean end;

  /** Tells of each page, since there may be many before there is an entity. */
  AllEntities(ListClient list, Runnable pageRead) {
    this.list = list;
    this.pageRead = pageRead;
  }

  @Override
  public @Nullable String next() throws IOException {
    String id = page.next();
    while (id == null && !end) {
      EntityPage read = list.entities(PAGE, after);
      pageRead.run();
      page = EntityIds.of(read.entities().stream().map(EntityId::text).toList());
      after = read.next();
      end = after.isEmpty();
      id = page.next();
    }
    return id;
  }
}
