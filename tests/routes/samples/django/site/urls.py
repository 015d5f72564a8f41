from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework.routers import DefaultRouter, SimpleRouter
from rest_framework_nested.routers import NestedSimpleRouter

from blog import views
from blog.views import PostViewSet, TagViewSet

router = DefaultRouter()
router.register("posts", PostViewSet)
tags = SimpleRouter()
tags.register(r"tags", TagViewSet)
nested = NestedSimpleRouter(router, "posts")

more = [path("more/", views.more)]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", views.home),
    path("blog/", include("blog.urls", namespace="blog")),
    path("api/", include(router.urls)),
    path("inline/", include([path("a/", views.more), path("b/", views.home)])),
    re_path(r"^old/(?P<year>[0-9]{4})/$", views.Archive.as_view()),
] + more
urlpatterns += tags.urls
