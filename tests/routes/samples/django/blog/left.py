from django.urls import path

from . import views

urlpatterns = [path("never/", views.home)]
