from account.views import UserDataView
from django.urls import path

urlpatterns = [path("api/v2/user_data/me/", UserDataView.as_view())]
